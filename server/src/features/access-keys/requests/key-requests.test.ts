import { listAuditEvents } from '@tonarchiv/contract/admin'
import { listAccessKeys } from '@tonarchiv/contract/access-keys'
import {
  getKeyRequest,
  grantKey,
  listKeyRequests,
  rejectKeyRequest,
  requestKey,
} from '@tonarchiv/contract/key-requests'
import { getProfile } from '@tonarchiv/contract/users'
import { beforeEach, expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { addSession } from '#testing/sign-in.ts'
import { callers, startApp, type TestApp } from '#testing/start-app.ts'

type Member = Awaited<ReturnType<TestApp['signIn']>>

let app: TestApp
let admin: Member
let guest: Member
beforeEach(async () => {
  app = await startApp()
  admin = await app.signIn({ username: 'frieda', isAdmin: true })
  guest = await app.signIn({ username: 'gast', hasKey: false })
})

const open = async () => (await admin.call(listKeyRequests, { query: {} })).requests
const params = () => ({ userId: guest.id })

test('a member asks once, and an admin gives the key with one call', async () => {
  expect((await guest.call(getKeyRequest, {})).state).toBeNull()
  await guest.call(requestKey, {})
  expect((await guest.call(requestKey, {})).state).toBe('open')
  expect(await open()).toMatchObject([{ user: { id: guest.id, username: 'gast' } }])
  await admin.call(grantKey, { params: params() })
  expect((await guest.call(getProfile, {})).user.keyVerified).toBe(true)
  expect(await open()).toEqual([])
  const { accessKeys } = await admin.call(listAccessKeys, { query: {} })
  expect(accessKeys).toMatchObject([{ used: true, used_by_username: 'gast' }])
  const { acts } = await admin.call(listAuditEvents, { query: {} })
  expect(acts.map(({ text }) => text)).toEqual(['„gast“ auf Anfrage einen Zugangsschlüssel gegeben'])
})

test('of two admins who answer at once the second finds no request', async () => {
  await guest.call(requestKey, {})
  const answers = await Promise.allSettled([
    admin.call(grantKey, { params: params() }),
    admin.call(grantKey, { params: params() }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await admin.call(listAccessKeys, { query: {} })).total).toBe(1)
  expect((await admin.refusal(rejectKeyRequest, { params: params() })).status).toBe(404)
})

test('after a rejection a member can ask again in seven days', async () => {
  await guest.call(requestKey, {})
  await admin.call(rejectKeyRequest, { params: params() })
  expect((await guest.call(getKeyRequest, {})).state).toBe('rejected')
  expect((await guest.refusal(requestKey)).body).toMatchObject({ code: 'KEY_REQUEST_REJECTED' })
  expect(await open()).toEqual([])
  app.passTime(7 * 24 * 60 * 60 * 1000)
  // New sessions, because the old ones have ended in the meantime.
  const later = callers(app.address, (await addSession(app.services, guest.id)).token)
  expect((await later.call(getKeyRequest, {})).state).toBeNull()
  expect((await later.call(requestKey, {})).state).toBe('open')
})

test('a member with a key and an admin cannot ask, and members cannot answer', async () => {
  const member = await app.signIn()
  expect((await member.refusal(requestKey)).body.code).toBe('HAS_KEY')
  expect((await admin.refusal(requestKey)).body.code).toBe('HAS_KEY')
  await guest.call(requestKey, {})
  expect((await guest.refusal(grantKey, { params: params() })).status).toBe(403)
  expect((await member.refusal(listKeyRequests, { query: {} })).status).toBe(403)
})

test('a request reaches admins at once, and no one else', async () => {
  const [own, other] = [openSocket(app, admin), openSocket(app, guest)]
  await Promise.all([own.ready(), other.ready()])
  await guest.call(requestKey, {})
  await guest.call(requestKey, {})
  await eventually(() => expect(own.all('keyRequests')).toHaveLength(1))
  await other.handled()
  expect(other.all('keyRequests')).toEqual([])
})
