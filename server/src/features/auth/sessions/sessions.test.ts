import { getMediaTicket, listDevices, login, register, verifyEmail } from '@tonarchiv/contract/auth'
import { listAccessKeys, redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { urlOf } from '@tonarchiv/contract/route'
import { getProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { emailTo } from '#testing/emails.ts'
import { callers, startApp } from '#testing/start-app.ts'

test('a token or cookie that the caller chooses never becomes a session', async () => {
  const app = await startApp()
  const { email, password } = await app.signIn()
  const own = `st_${'A'.repeat(43)}`
  const response = await app.fetch(login.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `sid=${own}`,
      authorization: `Bearer ${own}`,
    },
    body: JSON.stringify({ email, password, token: own, sessionId: own }),
  })
  const { token } = login.answer.parse(await response.json())
  expect(token).not.toBe(own)
  expect(response.headers.get('set-cookie')).not.toContain(own)
  expect((await callers(app.address, own).refusal(getProfile)).status).toBe(401)
})

test('login and verification return a new token', async () => {
  const app = await startApp()
  const body = { email: 'neu@beispiel.de', username: 'neu', password: 'ein gutes Passwort' }
  await app.call(register, { body })
  const { link } = await emailTo(app, body.email)
  const verified = await app.call(verifyEmail, { body: { token: link.searchParams.get('token') ?? '' } })
  const first = await app.call(login, { body })
  const second = await app.call(login, { body })
  expect(new Set([verified.token, first.token, second.token]).size).toBe(3)
})

test('the rights of an account are read for each call', async () => {
  const app = await startApp()
  const { db } = app.services
  const mara = await app.signIn({ isAdmin: true })
  const { ticket } = await mara.call(getMediaTicket, {})
  const stream = async (query: string) => (await app.fetch(`/api/stream/nichts?${query}`)).status
  await mara.call(listAccessKeys, { query: {} })
  expect(await stream(`token=${ticket}`)).toBe(404)

  await db.updateTable('users').set({ isAdmin: 0, keyVerified: 0 }).where('id', '=', mara.id).execute()
  expect((await mara.refusal(listAccessKeys)).body.code).toBe('FORBIDDEN')
  // For media the caller is cached for less than a second.
  await eventually(async () => expect(await stream(`token=${ticket}`)).toBe(403))
  await db.updateTable('users').set({ emailVerified: 0 }).where('id', '=', mara.id).execute()
  const tried = await mara.refusal(redeemAccessKey, { body: { key: 'AA-AAAA-AAAA', uid: mara.id } })
  expect(tried.body.code).toBe('EMAIL_UNVERIFIED')
})

test('a media ticket is accepted for media only, and no other token as a media ticket', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const { ticket } = await mara.call(getMediaTicket, {})
  expect((await callers(app.address, ticket).refusal(getProfile)).status).toBe(401)
  const statusOf = async (given: string) => (await app.fetch(`/api/stream/nichts?token=${given}`)).status
  expect(await statusOf(ticket)).toBe(404)
  const [start = '', ...rest] = ticket.split('.')
  for (const wrong of [`${start}x.${rest.join('.')}`, `mt_${mara.sessionId}`, ticket.slice(0, -1), 'mt_'])
    expect([wrong, await statusOf(wrong)]).toEqual([wrong, 401])
  app.passTime(12 * 60 * 60 * 1000 + 1000)
  await eventually(async () => expect(await statusOf(ticket)).toBe(401))
})

test('the cookie alone is not accepted by any route for reading or writing', async () => {
  const app = await startApp()
  const { token } = await app.signIn({ isAdmin: true })
  // All other routes accept the cookie: media, and routes that the browser opens as a page.
  const closed = app.ownRoutes.filter(
    (route) => route.access !== 'public' && route.media !== true && route.inBrowser !== true,
  )
  expect(closed.length).toBeGreaterThan(20)
  for (const route of closed) {
    const params = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'nichts']))
    const { status } = await app.fetch(urlOf(route, { params }), {
      method: route.method,
      headers: { cookie: `sid=${token}`, origin: 'https://boese.beispiel.de' },
    })
    expect([route.method, route.path, status]).toEqual([route.method, route.path, 401])
  }
})

test('the last use of a device is stored to the minute', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const lastUsed = async () => (await mara.call(listDevices, {})).devices[0]?.lastUsed
  const first = await lastUsed()
  app.passTime(30_000)
  expect(await lastUsed()).toBe(first)
  app.passTime(31_000)
  await eventually(async () => expect(await lastUsed()).not.toBe(first))
})

test('the uses of many devices are written together, at the latest when the server stops', async () => {
  const app = await startApp()
  const other = await startApp({}, { beside: app })
  const members = []
  for (let count = 0; count < 5; count += 1) members.push(await app.signIn())
  app.passTime(61_000)
  const from = app.services.now().toISOString()
  for (const member of members) await member.call(getProfile, {})
  await app.close()
  const uses = await other.services.db
    .selectFrom('sessions')
    .select('lastUsedAt')
    .where('lastUsedAt', '>=', from)
    .execute()
  expect(uses).toHaveLength(5)
  expect(new Set(uses.map(({ lastUsedAt }) => lastUsedAt)).size).toBeLessThan(5)
})
