import { changePassword, exportAccount, login, logoutAll } from '@tonarchiv/contract/auth'
import {
  confirmAuthenticator,
  distrustDevice,
  loginWithCode,
  loginWithPasskey,
  loginWithRecoveryCode,
  readFactors,
  readSecondFactor,
  removeAuthenticator,
  renewRecoveryCodes,
  startAuthenticator,
  startPasskeyLogin,
} from '@tonarchiv/contract/factors'
import { getProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { emailsTo, emailTo } from '#testing/emails.ts'
import { everythingStored } from '#testing/everything-stored.ts'
import { confirmed, newAuthenticator, newPasskey, startLogin } from '#testing/second-factor.ts'
import { callers, startApp, type TestApp } from '#testing/start-app.ts'

const STEP_MS = 30_000
const DAY_MS = 24 * 60 * 60 * 1000
const WRONG = { status: 403, body: { code: 'WRONG_CODE' } }
const TOO_LONG = { status: 403, body: { code: 'LOGIN_TOOK_TOO_LONG' } }

async function withAuthenticator(app: TestApp) {
  const mara = await confirmed(await app.signIn())
  const authenticator = await newAuthenticator(app, mara)
  // The code that has confirmed the app is used up.
  app.passTime(STEP_MS)
  return { mara, authenticator }
}

test('after the password a code of the app is needed, and a code counts once', async () => {
  const app = await startApp()
  const { mara, authenticator } = await withAuthenticator(app)
  const halfSession = await startLogin(app, mara)
  expect(await app.call(readSecondFactor, { body: { halfSession } })).toEqual({
    username: mara.username,
    methods: ['code', 'recovery'],
  })
  expect(await app.refusal(loginWithCode, { body: { halfSession, code: '000000' } })).toMatchObject(WRONG)
  const code = authenticator.code()
  const typed = `${code.slice(0, 3)} ${code.slice(3)}`
  const { token, user } = await app.call(loginWithCode, { body: { halfSession, code: typed } })
  expect(user.id).toBe(mara.id)
  await callers(app.address, token).call(getProfile, {})
  expect(await app.refusal(loginWithCode, { body: { halfSession, code } })).toMatchObject(TOO_LONG)
  const again = await startLogin(app, mara)
  expect(await app.refusal(loginWithCode, { body: { halfSession: again, code } })).toMatchObject(WRONG)
  const earlier = { halfSession: again, code: authenticator.code(-1) }
  expect(await app.refusal(loginWithCode, { body: earlier })).toMatchObject(WRONG)
})

test('the same code from two browsers at once starts one session', async () => {
  const app = await startApp()
  const { mara, authenticator } = await withAuthenticator(app)
  const halves = [await startLogin(app, mara), await startLogin(app, mara)]
  const code = authenticator.code()
  const answers = await Promise.allSettled(
    halves.map(async (halfSession) => app.call(loginWithCode, { body: { halfSession, code } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a clock may be off by half a minute, and not by a minute and a half', async () => {
  const app = await startApp()
  const { mara, authenticator } = await withAuthenticator(app)
  app.passTime(10 * STEP_MS)
  const halfSession = await startLogin(app, mara)
  for (const steps of [-3, 3]) {
    const body = { halfSession, code: authenticator.code(steps) }
    expect(await app.refusal(loginWithCode, { body })).toMatchObject(WRONG)
  }
  await app.call(loginWithCode, { body: { halfSession, code: authenticator.code(-1) } })
  const next = await startLogin(app, mara)
  await app.call(loginWithCode, { body: { halfSession: next, code: authenticator.code(1) } })
})

test('a half session is valid for nothing but the second factor, and ends after ten minutes', async () => {
  const app = await startApp()
  const { mara, authenticator } = await withAuthenticator(app)
  const halfSession = await startLogin(app, mara)
  for (const route of app.ownRoutes.filter(({ access }) => access === 'auth')) {
    const path = route.path.replaceAll(/:\w+/g, 'nichts')
    const { status } = await app.fetch(path, {
      method: route.method,
      headers: { authorization: `Bearer ${halfSession}`, cookie: `sid=${halfSession}` },
    })
    expect(status, `${route.method} ${route.path}`).toBe(401)
  }
  app.passTime(10 * 60 * 1000)
  const body = { halfSession, code: authenticator.code() }
  expect(await app.refusal(loginWithCode, { body })).toMatchObject(TOO_LONG)
  expect(await app.refusal(readSecondFactor, { body: { halfSession: 'st_erfunden' } })).toMatchObject(
    TOO_LONG,
  )
})

test('a half session ends when the password is changed', async () => {
  const app = await startApp()
  const { mara, authenticator } = await withAuthenticator(app)
  const halfSession = await startLogin(app, mara)
  await mara.call(changePassword, {
    body: { currentPassword: mara.password, newPassword: 'ein ganz anderes Wort' },
  })
  const body = { halfSession, code: authenticator.code() }
  expect(await app.refusal(loginWithCode, { body })).toMatchObject(TOO_LONG)
})

test('codes are limited, and a recovery code or a passkey still helps', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const { mara, authenticator } = await withAuthenticator(app)
  const { passkey } = await newPasskey(await confirmed(mara))
  const halfSession = await startLogin(app, mara)
  for (let tries = 0; tries < 5; tries += 1)
    expect(await app.refusal(loginWithCode, { body: { halfSession, code: '000000' } })).toMatchObject(WRONG)
  const right = { halfSession, code: authenticator.code() }
  expect((await app.refusal(loginWithCode, { body: right })).status).toBe(429)
  const fresh = await startLogin(app, mara)
  expect((await app.refusal(loginWithCode, { body: { ...right, halfSession: fresh } })).status).toBe(429)
  const { attempt, options } = await app.call(startPasskeyLogin, {})
  await app.call(loginWithPasskey, { body: { attempt, response: passkey.use(options) } })
  const [code = ''] = authenticator.recoveryCodes
  await app.call(loginWithRecoveryCode, { body: { halfSession, code } })
})

test('each of ten recovery codes is valid once, however it is typed, and the owner is notified', async () => {
  const app = await startApp()
  const { mara, authenticator } = await withAuthenticator(app)
  expect(authenticator.recoveryCodes).toHaveLength(10)
  for (const code of authenticator.recoveryCodes)
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/)
  const [code = '', other = ''] = authenticator.recoveryCodes
  const halfSession = await startLogin(app, mara)
  const typed = ` ${code.toLowerCase().replace('-', ' ')} `
  const answer = await app.call(loginWithRecoveryCode, { body: { halfSession, code: typed } })
  expect(answer.recoveryCodesLeft).toBe(9)
  await callers(app.address, answer.token).call(getProfile, {})
  const next = await startLogin(app, mara)
  const twice = await app.refusal(loginWithRecoveryCode, { body: { halfSession: next, code } })
  expect(twice).toMatchObject({ status: 403, body: { code: 'WRONG_RECOVERY_CODE' } })
  await app.call(loginWithRecoveryCode, { body: { halfSession: next, code: other } })
  await expect
    .poll(async () => (await emailsTo(app, mara.email)).join('\n'))
    .toContain('Ein Wiederherstellungscode wurde benutzt')
})

test('the same recovery code from two browsers at once starts one session', async () => {
  const app = await startApp()
  const { mara, authenticator } = await withAuthenticator(app)
  const [code = ''] = authenticator.recoveryCodes
  const halves = [await startLogin(app, mara), await startLogin(app, mara)]
  const answers = await Promise.allSettled(
    halves.map(async (halfSession) => app.call(loginWithRecoveryCode, { body: { halfSession, code } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await mara.call(readFactors, {})).recoveryCodesLeft).toBe(9)
})

test('new recovery codes replace the old ones', async () => {
  const app = await startApp()
  const { mara, authenticator } = await withAuthenticator(app)
  const [old = ''] = authenticator.recoveryCodes
  const { recoveryCodes } = await mara.call(renewRecoveryCodes, {})
  const halfSession = await startLogin(app, mara)
  expect((await app.refusal(loginWithRecoveryCode, { body: { halfSession, code: old } })).status).toBe(403)
  const [code = ''] = recoveryCodes
  await app.call(loginWithRecoveryCode, { body: { halfSession, code } })
  const tom = await confirmed(await app.signIn())
  expect((await tom.refusal(renewRecoveryCodes, {})).body.code).toBe('NO_AUTHENTICATOR')
})

/** Logs in with a code and trusts the device; returns its cookie. */
async function trustDevice(app: TestApp, halfSession: string, code: string): Promise<string> {
  const response = await app.fetch(loginWithCode.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ halfSession, code, trustDevice: true }),
  })
  expect(response.status).toBe(200)
  const cookie = response.headers.getSetCookie().find((text) => text.startsWith('td=')) ?? ''
  expect(cookie).toMatch(/^td=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/)
  return cookie.split(';')[0] ?? ''
}

test('a trusted device needs no code for thirty days, and only for its account', async () => {
  const app = await startApp()
  const { mara, authenticator } = await withAuthenticator(app)
  const cookie = await trustDevice(app, await startLogin(app, mara), authenticator.code())
  const body = { email: mara.email, password: mara.password }
  const { token } = await app.call(login, { body, headers: { cookie } })
  const { trustedDevices } = await callers(app.address, token).call(readFactors, {})
  expect(trustedDevices).toHaveLength(1)
  expect(trustedDevices[0]?.sessionId).not.toBeNull()
  await startLogin(app, mara)
  await startLogin(app, mara, { cookie: 'td=erfunden' })
  const tom = await confirmed(await app.signIn())
  await newAuthenticator(app, tom)
  await startLogin(app, tom, { cookie })
  app.passTime(30 * DAY_MS)
  await startLogin(app, mara, { cookie })
})

test('a device is no longer trusted after its owner said so, a password change, and the end of all devices', async () => {
  const app = await startApp()
  const { mara, authenticator } = await withAuthenticator(app)
  const trusted = async () => {
    app.passTime(STEP_MS)
    return trustDevice(app, await startLogin(app, mara), authenticator.code())
  }
  const one = await trusted()
  const [device] = (await mara.call(readFactors, {})).trustedDevices
  const tom = await app.signIn()
  expect((await tom.refusal(distrustDevice, { params: { id: device?.id ?? '' } })).status).toBe(404)
  await mara.call(distrustDevice, { params: { id: device?.id ?? '' } })
  await startLogin(app, mara, { cookie: one })
  const two = await trusted()
  await mara.call(logoutAll, {})
  await startLogin(app, mara, { cookie: two })
  const three = await trusted()
  const newPassword = 'ein ganz anderes Wort'
  await mara.call(changePassword, { body: { currentPassword: mara.password, newPassword } })
  await startLogin(app, { ...mara, password: newPassword }, { cookie: three })
})

test('the app counts once a code of it was sent, and another app replaces it', async () => {
  const app = await startApp()
  const mara = await confirmed(await app.signIn())
  expect((await mara.refusal(confirmAuthenticator, { body: { code: '123456' } })).body.code).toBe(
    'NO_AUTHENTICATOR',
  )
  const { secret, address } = await mara.call(startAuthenticator, {})
  expect(address).toContain(`secret=${secret}&`)
  expect(await mara.refusal(confirmAuthenticator, { body: { code: '000000' } })).toMatchObject(WRONG)
  await app.call(login, { body: { email: mara.email, password: mara.password } })
  const first = await newAuthenticator(app, mara)
  app.passTime(STEP_MS)
  const second = await newAuthenticator(app, mara)
  app.passTime(STEP_MS)
  const halfSession = await startLogin(app, mara)
  expect(await app.refusal(loginWithCode, { body: { halfSession, code: first.code() } })).toMatchObject(WRONG)
  await app.call(loginWithCode, { body: { halfSession, code: second.code() } })
  await emailTo(app, mara.email, 2)
  expect((await emailsTo(app, mara.email)).join('\n')).toContain('Authenticator-App gewechselt')
})

test('switched off, the password suffices again, and codes and trusted devices are gone', async () => {
  const app = await startApp()
  const { mara } = await withAuthenticator(app)
  await mara.call(removeAuthenticator, {})
  await app.call(login, { body: { email: mara.email, password: mara.password } })
  expect(await mara.call(readFactors, {})).toEqual({
    passkeys: [],
    authenticatorSince: null,
    recoveryCodesLeft: 0,
    trustedDevices: [],
    isRequired: false,
  })
  expect((await mara.refusal(removeAuthenticator, {})).body.code).toBe('NO_AUTHENTICATOR')
})

test('neither secret nor codes nor tokens are stored or exported in the clear', async () => {
  const app = await startApp()
  const { mara, authenticator } = await withAuthenticator(app)
  const halfSession = await startLogin(app, mara)
  const cookie = await trustDevice(app, halfSession, authenticator.code())
  const next = await startLogin(app, mara)
  const stored = await everythingStored(app)
  const exported = JSON.stringify(await mara.call(exportAccount, {}))
  const secrets = [authenticator.secret, ...authenticator.recoveryCodes, next, cookie.slice(3)]
  for (const secret of secrets) {
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(secret.replaceAll('-', ''))
    expect(exported).not.toContain(secret)
  }
  expect(exported).toContain('"trustedDevices":[{')
})
