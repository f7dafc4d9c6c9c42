import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { migrate } from '#database/migrate.ts'
import { type Database, openDatabase } from '#database/open.ts'
import { runArchive } from '#testing/command-line.ts'
import { expectFilled, fillArchive } from '#testing/filled-archive.ts'
import { newDatabaseUrl } from '#testing/postgres.ts'
import { startApp } from '#testing/start-app.ts'
import { CopyDiffers, digestOf } from './copy-rows.ts'
import { loadIntoPostgres, TargetNotEmpty } from './database-copy.ts'
import { dumpDatabase } from './dump-database.ts'
import { tableShapes } from './table-shapes.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-copy-'))
  folders.push(folder)
  return folder
}

async function emptyPostgres(): Promise<{ kind: 'postgres'; url: string }> {
  const url = await newDatabaseUrl()
  if (url === undefined) throw new Error('These tests need PostgreSQL')
  return { kind: 'postgres', url }
}

/** All tables of the current schema, in an SQLite database in memory. */
async function openEmptyTables(): Promise<Database> {
  const tables = openDatabase({ kind: 'sqlite', path: ':memory:' }, () => {})
  await migrate(tables)
  return tables
}

async function sqliteArchive() {
  const dataFolder = await newFolder()
  const path = join(dataFolder, 'archive.sqlite')
  const app = await startApp({ dataFolder, database: { kind: 'sqlite', path } })
  return { app, dataFolder, path }
}

test('an archive moves from SQLite into PostgreSQL while it runs, and goes on there', async () => {
  const { app, dataFolder } = await sqliteArchive()
  const filled = await fillArchive(app)
  // SQLite accepts a text with this character, which PostgreSQL cannot store.
  await app.services.db
    .updateTable('users')
    .set({ bio: 'vor\0nach' })
    .where('id', '=', filled.member.id)
    .execute()
  const database = await emptyPostgres()
  const copied = await runArchive({ DATA_DIR: dataFolder }, 'db', 'copy', '--to', database.url)
  expect(copied).toMatchObject({ code: 0, output: expect.stringContaining('read back and found the same') })
  await app.close()
  const moved = await startApp({ dataFolder, database, secret: app.services.secret })
  await expectFilled(moved, filled)
  const { bio } = await moved.services.db
    .selectFrom('users')
    .select('bio')
    .where('id', '=', filled.member.id)
    .executeTakeFirstOrThrow()
  expect(bio).toBe('vor\uFFFDnach')
  expect((await readdir(dataFolder)).filter((file) => file.startsWith('copy-'))).toEqual([])
  // The server must not start on the old file, because its data are older than those that members have seen since.
  await moved.close()
  const path = join(dataFolder, 'archive.sqlite')
  await expect(startApp({ dataFolder, database: { kind: 'sqlite', path } })).rejects.toThrow(
    'DATABASE_URL is not set',
  )
})

test('an empty PostgreSQL does not become a new archive when the data folder already has one', async () => {
  const { app, dataFolder } = await sqliteArchive()
  await app.close()
  const database = await emptyPostgres()
  const db = openDatabase(database, () => {})
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await db.destroy()
  const wrong = startApp({ dataFolder, database, secret: app.services.secret })
  await expect(wrong).rejects.toThrow('Move it over with `npm run archive -- db copy')
})

test('a target that is not empty stays unchanged', async () => {
  const { path } = await sqliteArchive()
  const app = await startApp()
  const member = await app.signIn()
  const { database } = app.services.config
  if (database.kind !== 'postgres') throw new Error('These tests need PostgreSQL')
  await expect(loadIntoPostgres(path, database)).rejects.toThrow(TargetNotEmpty)
  const { id } = await app.services.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  expect(id).toBe(member.id)
})

test('a row that is copied incorrectly is detected, and the copy is rolled back', async () => {
  const { app, path } = await sqliteArchive()
  await fillArchive(app)
  await app.close()
  const database = await emptyPostgres()
  const target = openDatabase(database, () => {})
  onTestFinished(async () => target.destroy())
  await sql`create function shout() returns trigger language plpgsql as
    $$ begin new.username = upper(new.username); return new; end $$`.execute(target)
  await sql`create trigger shout before insert on users for each row execute function shout()`.execute(target)
  await expect(loadIntoPostgres(path, database)).rejects.toThrow(CopyDiffers)
  expect(await target.selectFrom('users').select('id').execute()).toEqual([])
  expect(await target.selectFrom('albums').select('id').execute()).toEqual([])
})

test('many rows are copied in pages, in the same order on both sides, and are the same when copied back', async () => {
  const { app, path } = await sqliteArchive()
  const { db } = app.services
  await app.signIn()
  // Keys that a language-specific collation sorts differently from byte order.
  const letters = ['a', 'B', 'ä', 'Z', '_', 'é', 'ß', '1', '🎶']
  const rows = Array.from({ length: 1700 }, (_, index) => ({
    bucket: `${letters[index % letters.length]}-${String(index * 7919).slice(-5)}-${index}`,
    count: index,
    endsAt: '2030-01-01T00:00:00.000Z',
  }))
  for (let start = 0; start < rows.length; start += 500)
    await db
      .insertInto('rateLimits')
      .values(rows.slice(start, start + 500))
      .execute()
  await app.close()
  const database = await emptyPostgres()
  const there = await loadIntoPostgres(path, database)
  expect(there.get('rate_limits')?.rows).toBe(1700)
  const folder = await newFolder()
  await dumpDatabase(database, join(folder, 'back.sqlite'))
  const back = openDatabase({ kind: 'sqlite', path: join(folder, 'back.sqlite') }, () => {})
  onTestFinished(async () => back.destroy())
  await back.transaction().execute(async (trx) => {
    for (const shape of await tableShapes(trx))
      expect(await digestOf({ trx, kind: 'sqlite' }, shape), shape.name).toEqual(there.get(shape.name))
  })
})

test('no column that is copied is auto-incremented, so a copy sets no sequence', async () => {
  const tables = await openEmptyTables()
  onTestFinished(async () => tables.destroy())
  const counters =
    await sql`select name from sqlite_master where sql like '%autoincrement%' and name not like 'search\\_%' escape '\\'`.execute(
      tables,
    )
  expect(counters.rows).toEqual([])
  const target = openDatabase(await emptyPostgres(), () => {})
  onTestFinished(async () => target.destroy())
  const sequences = await sql`select sequence_name from information_schema.sequences
    where sequence_name not like 'search\\_%'`.execute(target)
  const identities = await sql`select column_name from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES' and table_name not like 'search\\_%'`.execute(
    target,
  )
  expect([...sequences.rows, ...identities.rows]).toEqual([])
})

test('both databases have the same tables with the same columns', async () => {
  const tables = await openEmptyTables()
  const target = openDatabase(await emptyPostgres(), () => {})
  onTestFinished(async () => {
    await tables.destroy()
    await target.destroy()
  })
  const { rows } = await sql<{ name: string; columns: string }>`
    select table_name as name, string_agg(column_name, ' ' order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public' and table_name not in ('migrations', 'album_search')
      and table_name not in (select table_name from information_schema.views where table_schema = 'public')
      and table_name not like 'search\\_%'
    group by table_name`.execute(target)
  const onSqlite = (await tableShapes(tables)).map(({ name, columns }) => ({
    name,
    columns: columns.join(' '),
  }))
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
  expect(onSqlite.toSorted(byName)).toEqual(rows.toSorted(byName))
})
