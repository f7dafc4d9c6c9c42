import {
  changeEmail,
  changePassword,
  deleteAccount,
  forgotPassword,
  login,
  resetPassword,
} from '@tonarchiv/contract/auth'
import { getProfile } from '@tonarchiv/contract/users'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { emailTo } from '#testing/emails.ts'
import { holdBack } from '#testing/hold-back.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

const NEW_PASSWORD = 'ganz neues Passwort'

async function resetTokenFor(app: TestApp, email: string): Promise<string> {
  await app.call(forgotPassword, { body: { email } })
  const { link } = await emailTo(app, email)
  return link.pathname.replace('/reset-password/', '')
}

/** Matches the first statement of a login after its password was verified. */
const afterThePassword = (statement: string) => statement.startsWith('update "rate_limits"')
/** Matches the statement by which a call reads the account, before it verifies the password. */
const withTheAccount = (statement: string) => statement.startsWith('select * from "users" where "id"')

test('a reset between verifying the password and starting the session leaves no session with the old password', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const token = await resetTokenFor(app, mara.email)
  const hold = holdBack(app, afterThePassword)
  const entering = app.refusal(login, { body: { email: mara.email, password: mara.password } })
  await hold.reached
  await app.call(resetPassword, { body: { token, newPassword: NEW_PASSWORD } })
  hold.letGo()

  expect(await entering).toMatchObject({ status: 401, body: { error: 'E-Mail oder Passwort ist falsch' } })
  expect(await app.services.db.selectFrom('sessions').select('id').execute()).toEqual([])
})

test('a login waits for a reset that has begun, and then fails', async () => {
  const app = await startApp()
  const { db } = app.services
  const mara = await app.signIn()
  const tom = await app.signIn()
  const { passwordHash } = await db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', tom.id)
    .executeTakeFirstOrThrow()
  const hold = holdBack(app, afterThePassword)
  const entering = app.refusal(login, { body: { email: mara.email, password: mara.password } })
  await hold.reached
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ passwordHash: `${passwordHash}x` })
      .where('id', '=', mara.id)
      .execute()
    await trx.deleteFrom('sessions').where('userId', '=', mara.id).execute()
    hold.letGo()
    // In PostgreSQL a write waits only for the row of the other write. SQLite allows one write at a time.
    if (db.kind === 'postgres') {
      await eventually(async () => {
        const waiting = await sql`select 1 from pg_locks where not granted`.execute(db)
        expect(waiting.rows.length).toBeGreaterThan(0)
      })
    }
  })
  expect((await entering).status).toBe(401)
  expect(await db.selectFrom('sessions').select('userId').execute()).toEqual([{ userId: tom.id }])
})

test('a login to an account that is deleted at the same time gets the response for an unknown account', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const hold = holdBack(app, afterThePassword)
  const entering = app.refusal(login, { body: { email: mara.email, password: mara.password } })
  await hold.reached
  await app.services.db.deleteFrom('users').where('id', '=', mara.id).execute()
  hold.letGo()
  const { status, body } = await entering
  expect([status, body.code]).toEqual([401, 'WRONG_CREDENTIALS'])
})

test('a reset wins against concurrent calls with the old password', async () => {
  const app = await startApp()
  const uses = [
    [changePassword, { currentPassword: 'alt', newPassword: 'Passwort des Diebs' }],
    [changeEmail, { currentPassword: 'alt', email: 'dieb@beispiel.de' }],
    [deleteAccount, { password: 'alt' }],
  ] as const
  for (const [route, wished] of uses) {
    const mara = await app.signIn()
    const body = Object.fromEntries(
      Object.entries(wished).map(([name, value]) => [name, value === 'alt' ? mara.password : value]),
    )
    const token = await resetTokenFor(app, mara.email)
    const hold = holdBack(app, withTheAccount)
    const using = mara.refusal(route, { body })
    await hold.reached
    await app.call(resetPassword, { body: { token, newPassword: NEW_PASSWORD } })
    hold.letGo()
    expect((await using).body.error, route.path).toBe('Aktuelles Passwort ist falsch')
    const { user } = await app.call(login, { body: { email: mara.email, password: NEW_PASSWORD } })
    expect(user.email).toBe(mara.email)
  }
})

test('of a hundred calls that are concurrent with a logout none succeeds after its response', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const other = await app.call(login, { body: { email: mara.email, password: mara.password } })
  const statusNow = async () =>
    (await app.fetch(getProfile.path, { headers: { authorization: `Bearer ${other.token}` } })).status
  const racing = Array.from({ length: 100 }, statusNow)
  await mara.call(changePassword, {
    body: { currentPassword: mara.password, newPassword: NEW_PASSWORD },
  })
  const after = await Promise.all(Array.from({ length: 20 }, statusNow))
  expect(new Set(after)).toEqual(new Set([401]))
  for (const status of await Promise.all(racing)) expect([200, 401]).toContain(status)
})
