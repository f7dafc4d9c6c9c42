import { changeEmail, register } from '@tonarchiv/contract/auth'
import { changeUsername } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { emailsTo, emailTo } from '#testing/emails.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

const PASSWORD = 'ein gutes Passwort'
const DAY_MS = 24 * 60 * 60 * 1000

async function tryToRegister(app: TestApp, email: string, username: string): Promise<number> {
  const answer = await app.fetch('/api/auth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, username, password: PASSWORD }),
  })
  return answer.status
}

test('a registration occupies the name, whether the address has an account or not', async () => {
  const app = await startApp()
  const member = await app.signIn()
  for (const [email, name] of [
    [member.email, 'vorhanden'],
    ['niemand@beispiel.de', 'unbekannt'],
  ] as const) {
    const answers = [
      await tryToRegister(app, email, name),
      await tryToRegister(app, `probe-${name}@beispiel.de`, name),
      await tryToRegister(app, email, name),
    ]
    expect(answers).toEqual([201, 409, 409])
  }
})

test('concurrent registrations do not reveal which addresses have accounts', async () => {
  const app = await startApp()
  const member = await app.signIn()
  for (const email of [member.email, 'niemand@beispiel.de']) {
    const start = email.slice(0, 5)
    const both = await Promise.all([
      tryToRegister(app, email, `${start}-eins`),
      tryToRegister(app, email, `${start}-zwei`),
    ])
    expect(both).toEqual([201, 201])
    expect(await tryToRegister(app, `${start}1@beispiel.de`, `${start}-eins`)).toBe(409)
    expect(await tryToRegister(app, `${start}2@beispiel.de`, `${start}-zwei`)).toBe(409)
    const sameName = await Promise.all([
      tryToRegister(app, email, `${start}-drei`),
      tryToRegister(app, `${start}3@beispiel.de`, `${start}-drei`),
    ])
    expect(sameName.sort()).toEqual([201, 409])
  }
})

test('a member cannot take a reserved name either; after thirty days it is free again', async () => {
  const app = await startApp()
  const member = await app.signIn()
  expect(await tryToRegister(app, member.email, 'reserviert')).toBe(201)
  const other = await app.signIn()
  const refusal = await other.refusal(changeUsername, { body: { username: 'reserviert' } })
  expect([refusal.status, refusal.body.code]).toEqual([409, 'USERNAME_TAKEN'])
  app.passTime(30 * DAY_MS + 1000)
  expect(await tryToRegister(app, 'spaeter@beispiel.de', 'reserviert')).toBe(201)
})

test('five registrations an hour send an email to one address, from any client and whether it has an account', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const member = await app.signIn()
  for (const [index, email] of [member.email, 'neuling@beispiel.de'].entries()) {
    const statuses: number[] = []
    for (let turn = 0; turn < 6; turn += 1)
      statuses.push(await tryToRegister(app, email, `name-${index}-${turn}`))
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    // The sixth registration has neither sent an email nor reserved the name.
    expect(await tryToRegister(app, `frei${index}@beispiel.de`, `name-${index}-5`)).toBe(201)
    await emailTo(app, email, 5)
    expect(await emailsTo(app, email)).toHaveLength(5)
  }
})

test('a rejected registration sends no email and is not counted', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  await app.signIn({ username: 'vergeben' })
  for (let turn = 0; turn < 6; turn += 1)
    expect(await tryToRegister(app, 'mara@beispiel.de', 'vergeben')).toBe(409)
  await app.call(register, { body: { email: 'mara@beispiel.de', username: 'mara', password: PASSWORD } })
})

test('accounts that use an address one after the other share its limit of emails', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const email = 'opfer@beispiel.de'
  const statuses: number[] = []
  for (let turn = 0; turn < 6; turn += 1) {
    const member = await app.signIn()
    const body = { email, currentPassword: member.password }
    const answer = await app.fetch('/api/user/email', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${member.token}` },
      body: JSON.stringify(body),
    })
    statuses.push(answer.status)
    const own = { email: member.email, currentPassword: member.password }
    if (answer.ok) await member.call(changeEmail, { body: own })
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})
