import { createHash } from 'node:crypto'
import { createAppPassword } from '@tonarchiv/contract/app-passwords'
import { login } from '@tonarchiv/contract/auth'
import { serverFault } from '@tonarchiv/contract/refusal'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { everythingStored } from '#testing/everything-stored.ts'
import { queryOf, type RestParameters, startRestApp } from '#testing/opensubsonic/rest-app.ts'
import { recordingLog } from '#testing/scrobbling-app.ts'

const SALT = 'c19b2d'
const tokenOf = (password: string) => createHash('md5').update(`${password}${SALT}`).digest('hex')

/** Forms in which a stored password could be found: plain, encoded, and as digests that are fast to compute. */
function tracesOf(password: string): string[] {
  const digests = ['md5', 'sha1', 'sha256', 'sha512'].flatMap((name) =>
    (['hex', 'base64', 'base64url'] as const).map((form) =>
      createHash(name).update(password).digest(form).replace(/=+$/, ''),
    ),
  )
  const encoded = (['hex', 'base64', 'base64url'] as const).map((form) =>
    Buffer.from(password).toString(form).replace(/=+$/, ''),
  )
  return [password, encodeURIComponent(password), tokenOf(password), ...encoded, ...digests]
}

/** Every form in which an app can send a password, right or wrong. */
const formsOf = (u: string, password: string): RestParameters[] => [
  { u, p: password },
  { u, p: `enc:${Buffer.from(password).toString('hex')}` },
  { u, t: tokenOf(password), s: SALT },
  { apiKey: password },
]

test('neither the account’s own password nor a quick digest of it is stored, and no log names a secret', async () => {
  const { log, output } = recordingLog()
  const app = await startRestApp({}, { log })
  const mara = await app.signIn({ username: 'mara' })
  const own = mara.password
  const { password } = await mara.call(createAppPassword, { body: { name: 'Radio' } })
  await app.call(login, { body: { email: mara.email, password: own } })
  for (const form of [...formsOf('mara', own), ...formsOf('mara', password)]) {
    const query = queryOf({ v: '1.16.1', c: 'test', ...form })
    await (await app.fetch(`/rest/getLicense?${query}`)).text()
    await (await app.fetch(`/rest/unknownName.view?${query}&f=xml;alert`)).text()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await (await app.fetch('/rest/getLicense', { method: 'POST', headers, body: query })).text()
  }
  // The calls now cause a fault, which is logged with its error.
  await app.services.db.schema.alterTable('archive_state').renameTo('archive_state_elsewhere').execute()
  for (const form of formsOf('mara', password))
    expect(await (await app.clientWith(form).fetch('getScanStatus')).text()).toContain(serverFault.text)
  await app.services.db.schema.alterTable('archive_state_elsewhere').renameTo('archive_state').execute()

  const stored = await everythingStored(app)
  expect(stored).toContain('$argon2id$')
  for (const trace of tracesOf(own)) expect(stored).not.toContain(trace)
  await eventually(() => expect(output()).toMatch(/getLicense[^]*getScanStatus/))
  for (const trace of [...tracesOf(own), ...tracesOf(password)]) expect(output()).not.toContain(trace)
})
