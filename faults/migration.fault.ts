import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '../server/src/platform/ids.ts'
import { migrate, migrations } from '../server/src/database/migrate.ts'
import { openDatabase } from '../server/src/database/open.ts'
import { startPostgresServer } from '../server/src/testing/postgres-server.ts'
import { runAlone } from '../server/src/testing/postgres.ts'
import { newInstallation } from './installation.ts'
import { rounds, report } from './rounds.ts'

const migrating = fileURLToPath(new URL('migrating-process.ts', import.meta.url))
/** The number of migrations in the first release. */
const FIRST_RELEASE = 2

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'tonarchiv-migrating-'))
  onTestFinished(async () => rm(path, { recursive: true, force: true }))
  return path
}

/** Migrates a file with the first `steps` migrations. */
async function upgradeTo(path: string, steps: number): Promise<void> {
  const db = openDatabase({ kind: 'sqlite', path }, () => {})
  await migrate(db, migrations.slice(0, steps))
  await db.destroy()
}

/** Tables, columns and indexes, and the number of recorded steps. */
function shapeOf(path: string): { steps: number; schema: unknown } {
  const database = new DatabaseSync(path)
  try {
    const schema = database
      .prepare('select type, name, sql from sqlite_master order by type, name')
      .all()
      .map(({ type, name, sql }) => [type, name, sql])
    const noted = database.prepare('select count(*) as count from migrations').get()
    return { steps: Number(noted?.['count']), schema }
  } finally {
    database.close()
  }
}

/** @returns the number of statements; undefined when the process was killed before the end */
async function runAndDie(path: string, dieBefore: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    execFile(process.execPath, [migrating, path, String(dieBefore)], (_error, output) =>
      resolve(output === '' ? undefined : Number(output)),
    )
  })
}

test('killed before any statement of a migration: each step is there whole or not at all, and the rest follows', async () => {
  const place = await folder()
  const shapes = new Map<number, unknown>()
  for (let steps = FIRST_RELEASE; steps <= migrations.length; steps += 1) {
    const path = join(place, `after-${steps}.sqlite`)
    await upgradeTo(path, steps)
    shapes.set(steps, shapeOf(path).schema)
  }
  const old = join(place, `after-${FIRST_RELEASE}.sqlite`)
  const member = new DatabaseSync(old)
  const now = new Date().toISOString()
  member
    .prepare(
      'insert into users (id, email, username, password_hash, is_admin, email_verified, key_verified, created_at) values (?, ?, ?, ?, 0, 1, 0, ?)',
    )
    .run(newId(), 'alt@beispiel.de', 'alt', '', now)
  member.exec('pragma wal_checkpoint(truncate)')
  member.close()

  const counted = join(place, 'count.sqlite')
  await copyFile(old, counted)
  const total = await runAndDie(counted, 0)
  if (total === undefined) throw new Error('The migration did not come to its end')
  const chosen = Array.from({ length: total }, (_, index) => index + 1)
  const tries = rounds({ short: 4, long: total })
  const kills = tries === total ? chosen : chosen.toSorted(() => Math.random() - 0.5).slice(0, tries)
  for (const dieBefore of kills) {
    const path = join(place, 'killed.sqlite')
    await copyFile(old, path)
    expect(await runAndDie(path, dieBefore)).toBeUndefined()
    const { steps, schema } = shapeOf(path)
    expect(schema).toEqual(shapes.get(steps))
    await upgradeTo(path, migrations.length)
    expect(shapeOf(path)).toEqual({ steps: migrations.length, schema: shapes.get(migrations.length) })
    const after = new DatabaseSync(path)
    expect(after.prepare('select username from users').all()).toMatchObject([{ username: 'alt' }])
    expect(after.prepare('pragma integrity_check').get()).toMatchObject({ integrity_check: 'ok' })
    after.close()
    for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true })
  }
  report(
    'R-04',
    `${kills.length} × kill -9 before one of ${total} statements that bring an archive of the first release up to date`,
    'each step was there whole or not at all; the next start did the rest, and what people had was there',
  )
})

test('two processes that start at once on an empty database do each step once', async () => {
  const postgres = await startPostgresServer()
  try {
    const archive = await newInstallation({ postgresUrl: postgres.url })
    if (archive.database.kind !== 'postgres') throw new Error('Not on PostgreSQL')
    const { pathname } = new URL(archive.database.url)
    const name = pathname.slice(1)
    await runAlone(postgres.url, `drop database ${name}`)
    await runAlone(postgres.url, `create database ${name}`)
    const servers = await Promise.all([archive.start(), archive.start()])
    const applied = await archive.withDatabase(async (db) =>
      db.selectFrom('migrations').select('name').execute(),
    )
    expect(applied).toHaveLength(migrations.length)
    expect(await Promise.all(servers.map(async (server) => server.stop()))).toEqual([0, 0])
    report(
      'R-04',
      'two processes started at once on an empty PostgreSQL',
      `${applied.length} steps done, each once`,
    )
  } finally {
    await postgres.remove()
  }
})
