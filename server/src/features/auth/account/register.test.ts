import {
  getMediaTicket,
  login,
  logout,
  register,
  resendVerification,
  verifyEmail,
  verifyEmailByLink,
} from '@tonarchiv/contract/auth'
import { urlOf } from '@tonarchiv/contract/route'
import { getProfile } from '@tonarchiv/contract/users'
import { once } from 'node:events'
import { get } from 'node:http'
import { expect, test } from 'vitest'
import { emailsTo, emailTo } from '#testing/emails.ts'
import { callers, startApp, type TestApp } from '#testing/start-app.ts'
import { createSetupToken } from '../index.ts'

const PASSWORD = 'ein gutes Passwort'

function newcomer(name: string) {
  return { email: `${name}@beispiel.de`, username: name, password: PASSWORD, confirmPassword: PASSWORD }
}

async function tokenFor(app: TestApp, email: string, count = 1): Promise<string> {
  const { link } = await emailTo(app, email, count)
  const token = link.searchParams.get('token')
  if (token === null) throw new Error('The link carries no token')
  return token
}

test('a new member registers, follows the link in the email and is logged in', async () => {
  const app = await startApp()
  const answer = await app.call(register, {
    body: { ...newcomer('mara'), email: ' Mara@Beispiel.DE ', username: 'Mara' },
  })
  expect(answer).toEqual({
    success: true,
    email: 'mara@beispiel.de',
    message: 'Registrierung erfolgreich! Bitte überprüfe deine E-Mails für den Verifizierungslink.',
  })

  const before = await app.refusal(login, { body: { email: 'mara@beispiel.de', password: PASSWORD } })
  expect(before).toMatchObject({
    status: 403,
    body: { error: 'Email nicht verifiziert', code: 'EMAIL_UNVERIFIED', email: 'mara@beispiel.de' },
  })

  const { link } = await emailTo(app, 'mara@beispiel.de')
  expect(link.href.startsWith(`${app.services.config.publicUrl}/verify-email?token=`)).toBe(true)
  expect(app.operatorLines.some((line) => line.includes(link.href))).toBe(true)
  const verified = await app.call(verifyEmail, { body: { token: await tokenFor(app, 'mara@beispiel.de') } })
  expect(verified.user).toMatchObject({
    username: 'mara',
    emailVerified: true,
    isAdmin: false,
    keyVerified: false,
  })
  const { user } = await callers(app.address, verified.token).call(getProfile, {})
  expect(user).toMatchObject({
    email: 'mara@beispiel.de',
    displayName: 'mara',
    uid: user.id,
    emailVerified: true,
  })
})

test('the link also works as the GET of the specification, once', async () => {
  const app = await startApp()
  await app.call(register, { body: newcomer('tom') })
  const token = await tokenFor(app, 'tom@beispiel.de')
  const first = await app.call(verifyEmailByLink, { query: { token, format: 'json' } })
  expect(first.authToken).toMatch(/^st_[\w-]{43}$/)
  const second = await app.call(verifyEmailByLink, { query: { token, format: 'json' } })
  expect(second.success).toBe(true)
  expect(second.authToken).toBeUndefined()
})

test('link checkers of mail programs do not use up the link', async () => {
  const app = await startApp()
  await app.call(register, { body: newcomer('uwe') })
  const token = await tokenFor(app, 'uwe@beispiel.de')
  const address = `/verify-email-token?token=${token}`
  const navigation = await app.fetch(address, { redirect: 'manual' })
  expect([navigation.status, navigation.headers.get('location')]).toEqual([
    303,
    `/verify-email?token=${token}`,
  ])
  await app.fetch(`${address}&format=json`, { method: 'HEAD', redirect: 'manual' })
  await openInNewTab(`${app.address}${address}&format=json`)
  expect((await app.call(verifyEmailByLink, { query: { token, format: 'json' } })).authToken).toBeDefined()
})

/** Sends the headers of a browser that follows a link; `fetch` does not allow this header. */
async function openInNewTab(address: string): Promise<void> {
  const request = get(address, { headers: { 'sec-fetch-mode': 'navigate' } })
  const [response] = await once(request, 'response')
  response.resume()
}

test('twenty uses of one link at the same time start exactly one session', async () => {
  const app = await startApp()
  await app.call(register, { body: newcomer('ida') })
  const token = await tokenFor(app, 'ida@beispiel.de')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => app.call(verifyEmail, { body: { token } })),
  )
  expect(answers.filter((answer) => answer.token !== undefined)).toHaveLength(1)
})

test('a link of another account verifies that account and does not change the caller’s login', async () => {
  const app = await startApp()
  await app.call(register, { body: newcomer('fremd') })
  await app.call(register, { body: newcomer('zweitens') })
  const mara = await app.signIn({ username: 'mara' })
  const cases = [
    [verifyEmail, { body: { token: await tokenFor(app, 'fremd@beispiel.de') } }],
    [
      verifyEmailByLink,
      { query: { token: await tokenFor(app, 'zweitens@beispiel.de'), format: 'json' as const } },
    ],
  ] as const
  for (const [route, input] of cases) {
    const address = urlOf(route, 'query' in input ? { query: input.query } : {})
    const answer = await app.fetch(address, {
      method: route.method,
      headers: {
        authorization: `Bearer ${mara.token}`,
        ...('body' in input && { 'content-type': 'application/json' }),
      },
      body: 'body' in input ? JSON.stringify(input.body) : null,
    })
    expect(answer.headers.get('set-cookie')).toBeNull()
    const body: unknown = await answer.json()
    expect(body).toMatchObject({ success: true, loggedInAs: 'mara', user: { emailVerified: true } })
    expect(body).not.toHaveProperty('token')
    expect(body).not.toHaveProperty('authToken')
  }
  expect((await mara.call(getProfile, {})).user.username).toBe('mara')
  const unverified = await app.services.db
    .selectFrom('users')
    .select('id')
    .where('emailVerified', '=', 0)
    .execute()
  expect(unverified).toEqual([])
})

test('a page of another site cannot use up a link through a visitor’s browser', async () => {
  const app = await startApp()
  await app.call(register, { body: newcomer('angelockt') })
  const token = await tokenFor(app, 'angelockt@beispiel.de')
  const answer = await app.fetch(`/verify-email-token?token=${token}&format=json`, {
    headers: { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site' },
    redirect: 'manual',
  })
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([303, null])
  expect((await app.call(verifyEmail, { body: { token } })).token).toMatch(/^st_/)
})

test('an old link, a replaced link and an invented link are refused', async () => {
  const app = await startApp()
  await app.call(register, { body: newcomer('old') })
  const first = await tokenFor(app, 'old@beispiel.de')
  app.passTime(61_000)
  await app.call(resendVerification, { body: { email: 'old@beispiel.de' } })
  const second = await tokenFor(app, 'old@beispiel.de', 2)
  expect(second).not.toBe(first)
  app.passTime(25 * 60 * 60 * 1000)
  for (const token of [first, second, 'erfunden']) {
    const refusal = await app.refusal(verifyEmail, { body: { token } })
    expect(refusal).toMatchObject({ status: 400, body: { error: 'E-Mail-Verifizierung fehlgeschlagen' } })
  }
})

test('a taken name is reported at its field; a taken address only by an email to its owner', async () => {
  const app = await startApp()
  await app.call(register, { body: newcomer('lena') })
  const name = await app.refusal(register, { body: { ...newcomer('lena'), email: 'andere@beispiel.de' } })
  expect(name).toMatchObject({
    status: 409,
    body: { code: 'USERNAME_TAKEN', fields: { username: 'Dieser Benutzername ist bereits vergeben' } },
  })

  const again = await app.call(register, { body: { ...newcomer('fremd'), email: 'lena@beispiel.de' } })
  expect(again).toEqual({
    ...(await app.call(register, { body: newcomer('neu') })),
    email: 'lena@beispiel.de',
  })
  const { source } = await emailTo(app, 'lena@beispiel.de', 2)
  expect(source).toContain('Du hast schon einen Account')
  expect(source).not.toContain('verify-email')
})

test('the same registration sent twenty times at once creates one account', async () => {
  const app = await startApp()
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => app.call(register, { body: newcomer('doppelt') })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await app.services.db.selectFrom('users').select('id').execute()).toHaveLength(1)
})

test.each([
  [
    'kurz',
    { password: '12345', confirmPassword: '12345' },
    'password',
    'Passwort muss mindestens 6 Zeichen lang sein',
  ],
  [
    'lang',
    { password: 'a'.repeat(257), confirmPassword: undefined },
    'password',
    'Passwort darf höchstens 256 Zeichen lang sein',
  ],
  [
    'riesig',
    { password: 'a'.repeat(60_000), confirmPassword: undefined },
    'password',
    'Passwort darf höchstens 256 Zeichen lang sein',
  ],
  ['ungleich', { confirmPassword: 'etwas anderes' }, 'confirmPassword', 'Passwörter stimmen nicht überein'],
  [
    'haeufig',
    { password: 'passwort', confirmPassword: 'passwort' },
    'password',
    'Dieses Passwort ist zu leicht zu erraten',
  ],
  [
    'eigenername',
    { password: 'eigenername', confirmPassword: undefined },
    'password',
    'Dieses Passwort ist zu leicht zu erraten',
  ],
  ['ohnename', { username: ' ' }, 'username', 'Benutzername ist erforderlich'],
  ['zukurz', { username: 'ab' }, 'username', 'Username muss zwischen 3 und 16 Zeichen lang sein'],
  [
    'zeichen',
    { username: 'a b c' },
    'username',
    'Username darf nur Buchstaben, Zahlen, Unterstriche und Bindestriche enthalten',
  ],
  ['ohnemail', { email: '' }, 'email', 'Bitte gib deine E-Mail-Adresse ein'],
  ['keinemail', { email: 'nix' }, 'email', 'Bitte gib eine gültige E-Mail-Adresse ein'],
  ['richtung', { email: 'a\u202eb@beispiel.de' }, 'email', 'Bitte gib eine gültige E-Mail-Adresse ein'],
  ['liste', { email: ['a@b.de'] }, 'email', 'Bitte gib deine E-Mail-Adresse ein'],
])('bad input (%s) is reported at its field and creates no account', async (name, change, field, text) => {
  const app = await startApp()
  const refusal = await app.refusal(register, { body: { ...newcomer(name), ...change } })
  expect(refusal).toMatchObject({ status: 400, body: { error: text, fields: { [field]: text } } })
  expect(await app.services.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('values of the maximum length are accepted', async () => {
  const app = await startApp()
  const password = 'ä'.repeat(256)
  await app.call(register, {
    body: { email: `${'a'.repeat(242)}@beispiel.de`, username: 'a'.repeat(16), password },
  })
})

test('fields that callers may not set are ignored', async () => {
  const app = await startApp()
  const extra = {
    isAdmin: true,
    keyVerified: true,
    emailVerified: true,
    id: 'meine',
    createdAt: '2000-01-01',
  }
  await app.call(register, { body: { ...newcomer('schlau'), ...extra } })
  const row = await app.services.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ isAdmin: 0, keyVerified: 0, emailVerified: 0 })
  expect(row.id).not.toBe('meine')
})

test('a registration before the operator’s does not invalidate the set-up link', async () => {
  const app = await startApp()
  const printed = await createSetupToken(app.services)
  // Other callers register with the operator's address and name, and one of them is verified.
  await app.call(register, { body: { ...newcomer('besetzt'), email: 'chefin@beispiel.de' } })
  await app.call(register, { body: newcomer('fremd') })
  await app.call(verifyEmail, { body: { token: await tokenFor(app, 'fremd@beispiel.de') } })

  // Each start prints a new link and invalidates the previous one.
  const setup = await createSetupToken(app.services)
  if (printed === undefined || setup === undefined) throw new Error('There is no admin yet')
  expect((await app.refusal(register, { body: { ...newcomer('chefin'), setup: printed } })).body.code).toBe(
    'SETUP_LINK_INVALID',
  )
  // A name or address that a verified account has is reported. The link stays valid.
  const address = await app.refusal(register, {
    body: { ...newcomer('neu'), email: 'fremd@beispiel.de', setup },
  })
  expect([address.status, address.body.code]).toEqual([409, 'EMAIL_UNUSABLE'])
  const name = await app.refusal(register, {
    body: { ...newcomer('fremd'), email: 'neu@beispiel.de', setup },
  })
  expect([name.status, name.body.code]).toEqual([409, 'USERNAME_TAKEN'])
  const admin = await app.call(register, {
    body: { ...newcomer('besetzt'), email: 'chefin@beispiel.de', setup },
  })
  expect(admin.user).toMatchObject({ isAdmin: true, emailVerified: true, username: 'besetzt' })
  expect(await createSetupToken(app.services)).toBeUndefined()
})

test('the set-up link creates the first admin, once', async () => {
  const app = await startApp()
  const older = await createSetupToken(app.services)
  const setup = await createSetupToken(app.services)
  if (setup === undefined || older === undefined) throw new Error('An empty archive has a set-up link')
  expect((await app.refusal(register, { body: { ...newcomer('zufrueh'), setup: older } })).status).toBe(400)
  const answers = await Promise.allSettled(
    Array.from({ length: 5 }, (_, index) =>
      app.call(register, { body: { ...newcomer(`chef${index}`), setup } }),
    ),
  )
  const admins = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  expect(admins).toHaveLength(1)
  expect(admins[0]?.user).toMatchObject({ isAdmin: true, emailVerified: true })
  expect((await callers(app.address, admins[0]?.token).call(getProfile, {})).user.isAdmin).toBe(true)
  const late = await app.refusal(register, { body: { ...newcomer('spaet'), setup } })
  expect(late.body.error).toBe('Dieser Einrichtungslink ist ungültig oder wurde bereits benutzt')
  expect(await createSetupToken(app.services)).toBeUndefined()
})

test('resending answers unknown, verified and unverified addresses alike, and sends an email to the unverified only', async () => {
  const app = await startApp()
  await app.call(register, { body: newcomer('wartet') })
  const member = await app.signIn()
  await emailTo(app, 'wartet@beispiel.de')
  app.passTime(61_000)
  const answers = await Promise.all(
    ['wartet@beispiel.de', member.email, 'niemand@beispiel.de'].map((email) =>
      app.call(resendVerification, { body: { email } }),
    ),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveProperty('size', 1)
  await emailTo(app, 'wartet@beispiel.de', 2)
  expect(await emailsTo(app, member.email)).toEqual([])
  expect(await emailsTo(app, 'niemand@beispiel.de')).toEqual([])
})

test('a second email within a minute is rejected', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  await app.call(resendVerification, { body: { email: 'egal@beispiel.de' } })
  const refusal = await app.refusal(resendVerification, { body: { email: 'egal@beispiel.de' } })
  expect(refusal.status).toBe(429)
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(50)
  expect(refusal.body.error).toMatch(/^Zu viele Versuche\. Bitte versuche es in \d+ Sekunden erneut\.$/)
  app.passTime(61_000)
  await app.call(resendVerification, { body: { email: 'egal@beispiel.de' } })
})

test('logging out ends the session and its tickets at once', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const { ticket } = await mara.call(getMediaTicket, {})
  expect(ticket).toMatch(/^mt_/)
  const ended: string[] = []
  app.services.events.on('sessionsEnded', ({ sessionIds }) => ended.push(...sessionIds))
  await mara.call(logout, {})
  expect(ended).toEqual([mara.sessionId])
  expect((await mara.refusal(getProfile)).status).toBe(401)
  expect((await app.fetch(`/api/cover/x?auth=${ticket}`)).status).toBe(401)
})
