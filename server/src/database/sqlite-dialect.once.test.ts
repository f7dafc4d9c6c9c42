import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { isUniqueViolation } from './faults.ts'
import { openDatabase } from './open.ts'
import { DatabaseBusy } from './sqlite-dialect.ts'

async function openFresh() {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-'))
  const path = join(folder, 'archive.sqlite')
  const db = openDatabase({ kind: 'sqlite', path }, () => {})
  onTestFinished(async () => {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  })
  await sql`create table migrations (name text primary key, applied_at text not null)`.execute(db)
  const other = () => {
    const connection = new DatabaseSync(path)
    onTestFinished(() => connection.close())
    return connection
  }
  return { db, other }
}

const row = (name: string) => ({ name, appliedAt: 'heute' })

test('a committed write is synced to the disk, and foreign keys are enforced', async () => {
  const { db } = await openFresh()
  const read = async (name: string) =>
    Object.values(
      (await sql<Record<string, unknown>>`${sql.raw(`pragma ${name}`)}`.execute(db)).rows[0] ?? {},
    )[0]
  expect(await read('journal_mode')).toBe('wal')
  expect(await read('synchronous')).toBe(2)
  expect(await read('foreign_keys')).toBe(1)
})

test('readers do not see a transaction before its commit, and do not wait for it', async () => {
  const { db } = await openFresh()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: hasWritten, resolve: wrote } = Promise.withResolvers<void>()
  const transaction = db.transaction().execute(async (trx) => {
    await trx.insertInto('migrations').values(row('eins')).execute()
    wrote()
    await mayEnd
  })
  await hasWritten
  expect(await db.selectFrom('migrations').selectAll().execute()).toEqual([])
  end()
  await transaction
  expect(await db.selectFrom('migrations').selectAll().execute()).toEqual([row('eins')])
})

test('transactions run one after the other, and a failed one is rolled back', async () => {
  const { db } = await openFresh()
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      db.transaction().execute(async (trx) => {
        await trx
          .insertInto('migrations')
          .values(row(`n${index}`))
          .execute()
        await pause(1)
        if (index % 2 === 1) throw new Error('anders überlegt')
      }),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(await db.selectFrom('migrations').select('name').execute()).toHaveLength(10)
})

test('a unique violation is distinguished from other faults', async () => {
  const { db } = await openFresh()
  await db.insertInto('migrations').values(row('eins')).execute()
  const again = await db
    .insertInto('migrations')
    .values(row('eins'))
    .execute()
    .catch((error: unknown) => error)
  expect(isUniqueViolation(again)).toBe(true)
  expect(
    isUniqueViolation(await sql`select * from nowhere`.execute(db).catch((error: unknown) => error)),
  ).toBe(false)
})

test('a write waits for the lock of another process without blocking this process, and reads continue', async () => {
  const { db, other } = await openFresh()
  const holder = other()
  holder.exec('begin immediate')
  let turnsOfOthers = 0
  const others = setInterval(() => {
    turnsOfOthers += 1
  }, 5)
  const writing = db.insertInto('migrations').values(row('später')).execute()
  await pause(600)
  expect(await db.selectFrom('migrations').selectAll().execute()).toEqual([])
  holder.exec('commit')
  await writing
  clearInterval(others)
  expect(turnsOfOthers).toBeGreaterThan(1)
  expect(await db.selectFrom('migrations').select('name').execute()).toEqual([{ name: 'später' }])
})

test('a lock that is never released ends in a timeout and does not block later writes', async () => {
  const { db, other } = await openFresh()
  const holder = other()
  holder.exec('begin immediate')
  await expect(db.insertInto('migrations').values(row('eins')).execute()).rejects.toThrow(DatabaseBusy)
  await expect(db.transaction().execute(async () => {})).rejects.toThrow(DatabaseBusy)
  holder.exec('rollback')
  await db.insertInto('migrations').values(row('zwei')).execute()
})
