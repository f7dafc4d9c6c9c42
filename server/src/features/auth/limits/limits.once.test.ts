import { generateAccessKey, redeemAccessKey } from '@tonarchiv/contract/access-keys'
import {
  changeEmail,
  changePassword,
  deleteAccount,
  exportAccount,
  forgotPassword,
  login,
  register,
  requestReset,
  resendVerification,
  resetPassword,
  restoreEmail,
  verifyEmail,
  verifyEmailByLink,
  verifyResetToken,
} from '@tonarchiv/contract/auth'
import { confirm } from '@tonarchiv/contract/factors'
import { urlOf, type RouteShape } from '@tonarchiv/contract/route'
import { updateProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/start-app.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** An app with the rate limits of production. It trusts the forwarded address that a test sends. */
const strictApp = () => startApp({ rateLimitFactor: 1, trustedProxies: ['127.0.0.1'] })

interface Tried {
  body?: unknown
  params?: Record<string, string>
  query?: Record<string, string>
  from?: string
  token?: string
}

async function tryOnce(app: TestApp, route: RouteShape, { body, params, query, from, token }: Tried = {}) {
  const response = await app.fetch(urlOf(route, { ...(params && { params }), ...(query && { query }) }), {
    method: route.method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(from !== undefined && { 'x-forwarded-for': from }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  await response.arrayBuffer()
  return { status: response.status, waitSeconds: Number(response.headers.get('retry-after')) }
}

/** Expects that `times` attempts are within the limit. The next attempt must be rejected for at most `windowMs`. */
async function expectLimit(
  times: number,
  windowMs: number,
  attempt: (turn: number) => Promise<{ status: number; waitSeconds: number }>,
): Promise<void> {
  for (let turn = 0; turn < times; turn += 1)
    expect([turn, (await attempt(turn)).status === 429]).toEqual([turn, false])
  const { status, waitSeconds } = await attempt(times)
  expect(status).toBe(429)
  expect(waitSeconds).toBeGreaterThan(0)
  expect(waitSeconds).toBeLessThanOrEqual(windowMs / 1000)
}

test('from one address thirty failed logins in a quarter of an hour, over all accounts', async () => {
  const app = await strictApp()
  const attempt = (from: string) => (turn: number) =>
    tryOnce(app, login, { body: { email: `wer${turn}@beispiel.de`, password: 'geraten' }, from })
  await expectLimit(30, 15 * MINUTE, attempt('192.0.2.1'))
  expect((await attempt('192.0.2.2')(0)).status).toBe(401)
  app.passTime(15 * MINUTE + 1000)
  expect((await attempt('192.0.2.1')(0)).status).toBe(401)
})

test('an IPv6 address counts with its whole client subnet', async () => {
  const app = await strictApp()
  await expectLimit(30, 15 * MINUTE, (turn) =>
    tryOnce(app, login, {
      body: { email: `wer${turn}@beispiel.de`, password: 'geraten' },
      from: `2001:db8:1:2:${turn}::1`,
    }),
  )
})

test('one account allows twenty failed logins in an hour, from all addresses together', async () => {
  const app = await strictApp()
  const mara = await app.signIn()
  await expectLimit(20, HOUR, (turn) =>
    tryOnce(app, login, { body: { email: mara.email, password: 'geraten' }, from: `198.51.100.${turn}` }),
  )
})

test('an attempt counts however its email address is written, and whatever headers the caller sends', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const body = JSON.stringify({ email: 'mara@beispiel.de', password: 'geraten' })
  const statuses: number[] = []
  for (const path of ['/api/auth/login', '/api/auth/%6cogin', '/api/%61uth/login', '/api/auth/logi%6E']) {
    for (const from of ['10.0.0.1', '10.0.0.2']) {
      const response = await app.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from, forwarded: `for=${from}` },
        body,
      })
      statuses.push(response.status)
    }
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  for (const path of ['/API/Auth/Login', '/api/auth/login/', '//api/auth/login']) {
    const { status } = await app.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect([path, status]).toEqual([path, 404])
  }
})

test('thirty registrations in ten minutes, a hundred a day', async () => {
  const app = await strictApp()
  // The password is too short, so the call is rejected before the password is hashed. The call counts nevertheless.
  const attempt = (turn: number) =>
    tryOnce(app, register, {
      body: { email: `wer${turn}@beispiel.de`, username: `wer${turn}`, password: 'passwort' },
    })
  for (let window = 0; window < 3; window += 1) {
    await expectLimit(30, 10 * MINUTE, attempt)
    app.passTime(10 * MINUTE + 1000)
  }
  // The daily limit is 100: 90 attempts, and the three that exceeded the limit of ten minutes, were counted.
  await expectLimit(7, 24 * HOUR, attempt)
})

test.each([
  ['a reset', [forgotPassword, requestReset]],
  ['the verification', [resendVerification]],
])(
  'letters for %s: one a minute and five an hour to an address, ten an hour from one',
  async (_what, routes) => {
    const app = await strictApp()
    const ask = (turn: number, email: string, from: string) => {
      const route = routes[turn % routes.length]
      if (route === undefined) throw new Error('There is no such call')
      return tryOnce(app, route, { body: { email }, from })
    }
    await expectLimit(1, MINUTE, (turn) => ask(turn, 'eine@beispiel.de', `192.0.2.${turn}`))
    await expectLimit(5, HOUR, (turn) => {
      app.passTime(61_000)
      return ask(turn, 'andere@beispiel.de', `198.51.100.${turn}`)
    })
    await expectLimit(10, HOUR, (turn) => ask(turn, `wer${turn}@beispiel.de`, '203.0.113.1'))
  },
)

test('twenty guesses at links in an hour, over all kinds of links; valid links are not counted', async () => {
  const app = await strictApp()
  const token = 'erfunden'
  const guesses: (() => Promise<{ status: number; waitSeconds: number }>)[] = [
    () => tryOnce(app, verifyEmail, { body: { token } }),
    () => tryOnce(app, verifyEmailByLink, { query: { token, format: 'json' } }),
    () => tryOnce(app, verifyResetToken, { params: { token } }),
    () => tryOnce(app, resetPassword, { body: { token, newPassword: 'ganz neues Passwort' } }),
    () => tryOnce(app, restoreEmail, { body: { token } }),
  ]
  await expectLimit(20, HOUR, async (turn) => {
    const guess = guesses[turn % guesses.length]
    if (guess === undefined) throw new Error('There is no such guess')
    return guess()
  })
})

test('access keys: thirty wrong ones in an hour from one address, a hundred a day by one account', async () => {
  const app = await strictApp()
  const wrong = (member: { id: string; token: string }, from: string) =>
    tryOnce(app, redeemAccessKey, {
      body: { key: 'AA-AAAA-AAAA', uid: member.id },
      token: member.token,
      from,
    })
  const people = await Promise.all(Array.from({ length: 4 }, () => app.signIn({ hasKey: false })))
  await expectLimit(30, HOUR, async (turn) => {
    const member = people[Math.floor(turn / 10)]
    if (member === undefined) throw new Error('There are four people')
    return wrong(member, '192.0.2.1')
  })

  const mara = await app.signIn({ hasKey: false })
  await expectLimit(100, 24 * HOUR, (turn) => {
    if (turn % 10 === 0) app.passTime(16 * MINUTE)
    return wrong(mara, `198.51.100.${turn}`)
  })
})

test('an admin creates 120 keys an hour at most', async () => {
  const app = await strictApp()
  const { token } = await app.signIn({ isAdmin: true })
  await expectLimit(120, HOUR, () => tryOnce(app, generateAccessKey, { token }))
})

test('the current password can be guessed ten times in a quarter of an hour, by all calls together', async () => {
  const app = await strictApp()
  const { token } = await app.signIn()
  const guesses = [
    [changePassword, { currentPassword: 'geraten', newPassword: 'ganz neues Passwort' }],
    [changeEmail, { currentPassword: 'geraten', email: 'neu@beispiel.de' }],
    [deleteAccount, { password: 'geraten' }],
  ] as const
  await expectLimit(10, 15 * MINUTE, async (turn) => {
    const [route, body] = guesses[turn % guesses.length] ?? guesses[0]
    return tryOnce(app, route, { body, token })
  })
})

test('calls that are refused because nothing confirms them are not counted, and confirmed calls are', async () => {
  const app = await strictApp()
  const mara = await app.signIn()
  const body = { newPassword: 'passwort' }
  for (let turn = 0; turn < 12; turn += 1)
    expect((await mara.refusal(changePassword, { body })).body.code).toBe('CONFIRMATION_REQUIRED')
  await mara.call(confirm, { body: { password: mara.password } })
  await expectLimit(10, 15 * MINUTE, () => tryOnce(app, changePassword, { body, token: mara.token }))
})

test('ten new avatars an hour, one export a day', async () => {
  const app = await strictApp()
  const mara = await app.signIn()
  await expectLimit(10, HOUR, () =>
    tryOnce(app, updateProfile, { body: { avatarUrl: null }, token: mara.token }),
  )
  await expectLimit(1, 24 * HOUR, () => tryOnce(app, exportAccount, { token: mara.token }))
  app.passTime(24 * HOUR + 1000)
  const { token } = await app.call(login, { body: { email: mara.email, password: mara.password } })
  expect((await tryOnce(app, exportAccount, { token })).status).toBe(200)
})
