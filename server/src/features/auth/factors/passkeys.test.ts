import { exportAccount } from '@tonarchiv/contract/auth'
import {
  addPasskey,
  confirm,
  loginWithPasskey,
  PASSKEYS_MAX,
  readFactors,
  removePasskey,
  renamePasskey,
  startConfirmation,
  startPasskey,
  startPasskeyLogin,
} from '@tonarchiv/contract/factors'
import { getProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { logTo } from '#platform/log.ts'
import { emailsTo, emailTo } from '#testing/emails.ts'
import { confirmed, newPasskey } from '#testing/second-factor.ts'
import { createPasskey } from '#testing/software-authenticator.ts'
import { callers, startApp, type TestApp } from '#testing/start-app.ts'

const FAILED = { status: 403, body: { code: 'PASSKEY_FAILED' } }

async function withPasskey(app: TestApp) {
  const mara = await confirmed(await app.signIn())
  return { mara, ...(await newPasskey(mara)) }
}

test('a passkey starts a session without a name, a password or a code', async () => {
  const app = await startApp()
  const { mara, passkey } = await withPasskey(app)
  const { attempt, options } = await app.call(startPasskeyLogin, {})
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(options.allowCredentials).toEqual([])
  const { token, user } = await app.call(loginWithPasskey, {
    body: { attempt, response: passkey.use(options), rememberMe: true },
  })
  expect(user.id).toBe(mara.id)
  await callers(app.address, token).call(getProfile, {})
  const { passkeys } = await mara.call(readFactors, {})
  expect(passkeys).toMatchObject([{ kind: 'computer', isCurrent: false, isSynced: false }])
  expect(passkeys[0]?.lastUsedAt).not.toBeNull()
})

test('the options ask for ES256 or RS256, a resident key, a verified user, and no passkey that exists', async () => {
  const app = await startApp()
  const { mara, passkey } = await withPasskey(app)
  const { options } = await mara.call(startPasskey, {})
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: mara.username },
    pubKeyCredParams: [{ alg: -7 }, { alg: -257 }],
    excludeCredentials: [{ id: passkey.id }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
})

test('a challenge is valid once, for its purpose, its session and ten minutes', async () => {
  const app = await startApp()
  const { mara, passkey } = await withPasskey(app)
  const { attempt, options } = await app.call(startPasskeyLogin, {})
  const response = passkey.use(options)
  await app.call(loginWithPasskey, { body: { attempt, response } })
  expect(await app.refusal(loginWithPasskey, { body: { attempt, response } })).toMatchObject(FAILED)

  const confirming = await mara.call(startConfirmation, {})
  const answer = passkey.use(confirming.options)
  const forLogin = { body: { attempt: confirming.attempt, response: answer } }
  expect(await app.refusal(loginWithPasskey, forLogin)).toMatchObject(FAILED)
  const other = await app.anotherSession(mara)
  expect(
    await other.refusal(confirm, { body: { attempt: confirming.attempt, response: answer } }),
  ).toMatchObject(FAILED)
  await mara.call(confirm, { body: { attempt: confirming.attempt, response: answer } })

  const late = await app.call(startPasskeyLogin, {})
  app.passTime(10 * 60 * 1000 + 1)
  const tooLate = { body: { attempt: late.attempt, response: passkey.use(late.options) } }
  expect(await app.refusal(loginWithPasskey, tooLate)).toMatchObject(FAILED)
})

test('the same answer from two browsers at once starts one session', async () => {
  const app = await startApp()
  const { mara, passkey } = await withPasskey(app)
  const { attempt, options } = await app.call(startPasskeyLogin, {})
  const body = { attempt, response: passkey.use(options) }
  const answers = await Promise.allSettled([1, 2, 3].map(async () => app.call(loginWithPasskey, { body })))
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  const sessions = app.services.db.selectFrom('sessions').select('id').where('userId', '=', mara.id)
  expect(await sessions.execute()).toHaveLength(2)
})

test('an answer to another challenge, of another page, for another host or without its user is refused', async () => {
  const app = await startApp()
  const { passkey } = await withPasskey(app)
  const wrong = [
    [{ challenge: 'AAAA' }, {}],
    [undefined, { origin: 'https://boese.beispiel.de' }],
    [undefined, { rpId: 'boese.beispiel.de' }],
    [undefined, { isVerified: false }],
  ] as const
  for (const [answered, settings] of wrong) {
    const { attempt, options } = await app.call(startPasskeyLogin, {})
    const body = { attempt, response: passkey.use(answered ?? options, settings) }
    expect(await app.refusal(loginWithPasskey, { body })).toMatchObject(FAILED)
  }
  const { attempt, options } = await app.call(startPasskeyLogin, {})
  const response = passkey.use(options)
  const foreign = { ...response, response: { ...response.response, userHandle: 'AAAA' } }
  expect(await app.refusal(loginWithPasskey, { body: { attempt, response: foreign } })).toMatchObject(FAILED)
  const again = await app.call(startPasskeyLogin, {})
  const signed = passkey.use(again.options)
  const forged = { ...signed, response: { ...signed.response, signature: response.response.signature } }
  expect(
    await app.refusal(loginWithPasskey, { body: { attempt: again.attempt, response: forged } }),
  ).toMatchObject(FAILED)
})

test('a counter that goes back is refused and logged', async () => {
  const lines: string[] = []
  const app = await startApp({}, { log: logTo('warn', { write: (line) => void lines.push(line) }) })
  const { passkey, id } = await withPasskey(app)
  passkey.counter = 7
  const first = await app.call(startPasskeyLogin, {})
  await app.call(loginWithPasskey, { body: { attempt: first.attempt, response: passkey.use(first.options) } })
  for (const counter of [7, 3, 0]) {
    passkey.counter = counter
    const { attempt, options } = await app.call(startPasskeyLogin, {})
    const body = { attempt, response: passkey.use(options) }
    expect(await app.refusal(loginWithPasskey, { body })).toMatchObject(FAILED)
  }
  const warnings = lines.filter((line) => line.includes('the counter of a passkey went back'))
  expect(warnings).toHaveLength(3)
  expect(warnings[0]).toContain(id)
})

test('a removed passkey starts no session, and the answer says when it was removed', async () => {
  const app = await startApp()
  const { mara, passkey, id } = await withPasskey(app)
  const tom = await confirmed(await app.signIn())
  expect((await tom.refusal(removePasskey, { params: { id } })).status).toBe(404)
  expect((await tom.refusal(renamePasskey, { params: { id }, body: { name: 'Meiner' } })).status).toBe(404)
  await mara.call(renamePasskey, { params: { id }, body: { name: ' Rechner im Studio ' } })
  expect((await mara.call(readFactors, {})).passkeys).toMatchObject([{ name: 'Rechner im Studio' }])
  await mara.call(removePasskey, { params: { id } })
  const { attempt, options } = await app.call(startPasskeyLogin, {})
  const { status, body } = await app.refusal(loginWithPasskey, {
    body: { attempt, response: passkey.use(options) },
  })
  expect([status, body.code]).toEqual([403, 'PASSKEY_UNKNOWN'])
  expect(body.error).toMatch(
    /^Diesen Passkey kennt das Archiv nicht mehr\. Er wurde am \d\d\.\d\d\.\d{4} entfernt\.$/,
  )
  const { source } = await emailTo(app, mara.email, 2)
  expect(source).toContain('Rechner im Studio')
})

test('an account has at most twenty passkeys, also when they are made at once', async () => {
  const app = await startApp()
  const mara = await confirmed(await app.signIn())
  for (let made = 1; made < PASSKEYS_MAX; made += 1) await newPasskey(mara)
  const last = await Promise.all([mara.call(startPasskey, {}), mara.call(startPasskey, {})])
  const answers = await Promise.allSettled(
    last.map(async ({ attempt, options }) =>
      mara.call(addPasskey, { body: { attempt, response: createPasskey(options).response } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await mara.refusal(startPasskey, {})).body.code).toBe('TOO_MANY_PASSKEYS')
})

test('the same passkey cannot be registered twice, nor with the challenge of another session', async () => {
  const app = await startApp()
  const [mara, tom] = [await confirmed(await app.signIn()), await confirmed(await app.signIn())]
  const { attempt, options } = await mara.call(startPasskey, {})
  const { response } = createPasskey(options)
  expect(await tom.refusal(addPasskey, { body: { attempt, response } })).toMatchObject(FAILED)
  await mara.call(addPasskey, { body: { attempt, response } })
  expect(await mara.refusal(addPasskey, { body: { attempt, response } })).toMatchObject(FAILED)
  for (const member of [mara, tom]) {
    const fresh = await member.call(startPasskey, {})
    const again = createPasskey(fresh.options, { id: response.id })
    expect(
      await member.refusal(addPasskey, { body: { attempt: fresh.attempt, response: again.response } }),
    ).toMatchObject({ status: 409, body: { code: 'PASSKEY_EXISTS' } })
  }
  expect((await mara.call(readFactors, {})).passkeys).toHaveLength(1)
  expect((await tom.call(readFactors, {})).passkeys).toEqual([])
})

test('the export lists names and times of passkeys, and no key', async () => {
  const app = await startApp()
  const { mara, passkey, id } = await withPasskey(app)
  await mara.call(renamePasskey, { params: { id }, body: { name: 'Mein Telefon' } })
  const exported = JSON.stringify(await mara.call(exportAccount, {}))
  expect(exported).toContain('Mein Telefon')
  const row = await app.services.db.selectFrom('passkeys').selectAll().executeTakeFirstOrThrow()
  for (const secret of [row.publicKey, passkey.id]) expect(exported).not.toContain(secret)
})

test('an unverified address gets no notice', async () => {
  const app = await startApp()
  const { mara, id } = await withPasskey(app)
  await emailTo(app, mara.email)
  await app.services.db.updateTable('users').set({ emailVerified: 0 }).where('id', '=', mara.id).execute()
  await mara.call(removePasskey, { params: { id } })
  expect(await app.services.db.selectFrom('letters').select('id').execute()).toEqual([])
  expect(await emailsTo(app, mara.email)).toHaveLength(1)
})
