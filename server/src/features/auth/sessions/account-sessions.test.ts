import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { eventually } from '#testing/eventually.ts'
import { addSession } from '#testing/sign-in.ts'
import { startApp } from '#testing/start-app.ts'
import { accountSessions } from './account-sessions.ts'

test('a lock for a session that has ended is refused', async () => {
  const { services, signIn } = await startApp()
  const mara = await signIn()
  const sessions = accountSessions()
  const lock = async () => services.db.transaction().execute(async (trx) => sessions.lockSession(trx, mara))
  expect(await lock()).toBe(true)
  await services.db.deleteFrom('sessions').where('id', '=', mara.sessionId).execute()
  expect(await lock()).toBe(false)
})

test('the end of all sessions waits for a transaction with the lock, and ends what that has made', async () => {
  const { services, signIn } = await startApp()
  const { db, now } = services
  const mara = await signIn()
  const sessions = accountSessions()
  sessions.alsoEnd(async () => ['another credential'])
  let ending: Promise<string[]> | undefined
  const made = await db.transaction().execute(async (trx) => {
    expect(await sessions.lockSession(trx, mara)).toBe(true)
    ending = db
      .transaction()
      .execute(async (other) => sessions.endAll(other, mara.id, { reason: 'elsewhere', at: now() }))
    await Promise.race([ending, waitsForLock(db)])
    const created = await addSession({ db: trx, now }, mara.id)
    return created.sessionId
  })
  expect(new Set(await ending)).toEqual(new Set([mara.sessionId, made, 'another credential']))
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
})

/** Resolves when a transaction of this database waits for another one. SQLite runs them one after the other. */
async function waitsForLock(db: Database): Promise<void> {
  if (db.kind === 'sqlite') return
  await eventually(async () => {
    const waiting = await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(waiting.rows).toHaveLength(1)
  })
}
