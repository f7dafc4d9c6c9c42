import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { getProfile } from '@tonarchiv/contract/users'
import { isDatabaseUnavailable } from './faults.ts'
import { openDatabase } from './open.ts'
import { runAlone } from '#testing/postgres.ts'
import { startApp } from '#testing/start-app.ts'

const serverUrl: string | undefined = inject('postgresUrl')

// SQLite has no network connections.
if (serverUrl !== undefined) {
  test('a connection that is lost during a transaction fails that transaction and does not end the process', async () => {
    const faults: unknown[] = []
    const noteFault = (error: unknown) => void faults.push(error)
    process.on('uncaughtException', noteFault)
    const app = await startApp()
    const mara = await app.signIn()
    const lost = app.services.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await runAlone(serverUrl, `select pg_terminate_backend(${rows[0]?.pid})`)
      await eventually(() => expect(sql`select 1`.execute(trx)).rejects.toThrow())
      await sql`select 1`.execute(trx)
    })
    await expect(lost).rejects.toThrow()
    expect((await mara.call(getProfile, {})).user.id).toBe(mara.id)
    process.off('uncaughtException', noteFault)
    expect(faults).toEqual([])
  })
}

test('an unreachable database is recognised as unavailable, other faults are not', async () => {
  const db = openDatabase({ kind: 'postgres', url: 'postgres://nobody@127.0.0.1:1/nothing' }, () => {})
  const error: unknown = await sql`select 1`.execute(db).catch((fault: unknown) => fault)
  await db.destroy()
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isDatabaseUnavailable(new TypeError('Cannot read properties of undefined'))).toBe(false)
})
