import {
  changePassword,
  deleteAccount,
  endDevice,
  forgotPassword,
  login,
  logout,
  logoutAll,
  resetPassword,
} from '@tonarchiv/contract/auth'
import { removeUser } from '@tonarchiv/contract/admin'
import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'
import { getProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { emailTo } from '#testing/emails.ts'
import { startApp } from '#testing/start-app.ts'
import { deleteEndedSessions } from '../store/session-ends.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NEW_PASSWORD = 'ganz neues Passwort'

type App = Awaited<ReturnType<typeof startApp>>
type Member = Awaited<ReturnType<App['signIn']>>

/** The reasons that are reported after the session of `phone` has ended, each with an action that ends the session. */
const ENDS: [string, string, (app: App, phone: Member, laptop: Member) => Promise<unknown>][] = [
  [
    'ended as a device',
    'elsewhere',
    async (_app, phone, laptop) => laptop.call(endDevice, { params: { id: phone.sessionId } }),
  ],
  ['ended with all others', 'elsewhere', async (_app, _phone, laptop) => laptop.call(logoutAll, {})],
  [
    'one too many',
    'elsewhere',
    async (app, phone) => {
      // The session of `phone` is the oldest one, so further logins end it.
      for (let count = 0; count < 20; count += 1)
        await app.call(login, { body: { email: phone.email, password: phone.password } })
    },
  ],
  [
    'with another password',
    'passwordChanged',
    async (_app, phone, laptop) =>
      laptop.call(changePassword, { body: { currentPassword: phone.password, newPassword: NEW_PASSWORD } }),
  ],
  [
    'by a reset',
    'passwordChanged',
    async (app, phone) => {
      await app.call(forgotPassword, { body: { email: phone.email } })
      const { link } = await emailTo(app, phone.email)
      const token = link.pathname.split('/').at(-1) ?? ''
      await app.call(resetPassword, { body: { token, newPassword: NEW_PASSWORD } })
    },
  ],
  [
    'with the account',
    'accountDeleted',
    async (_app, phone, laptop) => laptop.call(deleteAccount, { body: { password: phone.password } }),
  ],
  [
    'with the account, by an admin',
    'accountDeleted',
    async (app, phone) => {
      const admin = await app.signIn({ isAdmin: true })
      await admin.call(removeUser, { params: { id: phone.id } })
    },
  ],
  ['too old', 'expired', async (app) => app.passTime(25 * 60 * 60 * 1000)],
]

test.each(ENDS)('a session that was %s says so (%s), to calls and to sockets', async (_how, reason, end) => {
  const app = await startApp({}, { times: { checkEveryMs: 50 } })
  const phone = await app.signIn()
  const laptop = await app.anotherSession(phone)
  const socket = openSocket(app, { token: phone.token })
  await socket.ready()
  await end(app, phone, laptop)

  expect(await socket.closed()).toBe(SOCKET_CLOSED.noSession)
  expect(socket.all('sessionEnded')).toEqual([{ type: 'sessionEnded', reason }])
  const refusal = await phone.refusal(getProfile)
  expect(refusal).toMatchObject({
    status: 401,
    body: { error: 'Nicht angemeldet', code: 'UNAUTHENTICATED', sessionEnd: reason },
  })
  const late = openSocket(app, { token: phone.token })
  expect(await late.closed()).toBe(SOCKET_CLOSED.noSession)
  expect(late.got).toEqual([{ type: 'sessionEnded', reason }])
})

test('a call without a session gets no reason, and an unknown session counts as expired', async () => {
  const app = await startApp()
  expect((await app.refusal(getProfile)).body.sessionEnd).toBeUndefined()
  const headers = { authorization: 'Bearer st_erfunden' }
  expect((await app.refusal(getProfile, { headers })).body.sessionEnd).toBe('expired')
})

test('a tab is notified that the browser has logged out, without a notice', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const socket = openSocket(app, { token: mara.token })
  await socket.ready()
  await mara.call(logout, {})
  await socket.closed()
  expect(socket.all('sessionEnded')).toEqual([{ type: 'sessionEnded', reason: 'loggedOut' }])
})

test('another process reports the reason, too', async () => {
  const app = await startApp()
  const beside = await startApp({}, { beside: app, times: { checkEveryMs: 50 } })
  const phone = await app.signIn()
  const laptop = await app.anotherSession(phone)
  const socket = openSocket(beside, { token: phone.token })
  await socket.ready()
  await laptop.call(endDevice, { params: { id: phone.sessionId } })
  await socket.closed()
  expect(socket.all('sessionEnded')).toEqual([{ type: 'sessionEnded', reason: 'elsewhere' }])
})

test('reasons are stored without a reference to the account, for 90 days', async () => {
  const app = await startApp()
  const phone = await app.signIn()
  const laptop = await app.anotherSession(phone)
  await laptop.call(logoutAll, {})
  const rows = await app.services.db.selectFrom('endedSessions').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(phone.id)
  app.passTime(89 * DAY_MS)
  await deleteEndedSessions(app.services.db, app.services.now())
  expect((await phone.refusal(getProfile)).body.sessionEnd).toBe('elsewhere')
  app.passTime(2 * DAY_MS)
  await deleteEndedSessions(app.services.db, app.services.now())
  expect(await app.services.db.selectFrom('endedSessions').selectAll().execute()).toEqual([])
})
