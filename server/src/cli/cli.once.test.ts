import { listAuditEvents } from '@tonarchiv/contract/admin'
import { listKeyBatches } from '@tonarchiv/contract/key-batches'
import { login } from '@tonarchiv/contract/auth'
import { expect, test } from 'vitest'
import { runArchive, settingsOf } from '#testing/command-line.ts'
import { emailTo } from '#testing/emails.ts'
import { callOther, startAppWithOthers, tokenOf } from '#testing/other-program.ts'
import { confirmed, newAuthenticator, newPasskey, startLogin } from '#testing/second-factor.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

/**
 * Runs the command line on the data of the running server. cli.test.ts tests on SQLite and PostgreSQL that the command
 * line opens the database of the server. The functions that these commands call have tests on both databases, too.
 */
const archive = async (app: TestApp, ...words: string[]) => runArchive(settingsOf(app), ...words)

test('the operator makes an app password: it is alone on the last line, works, and is in the audit log', async () => {
  const app = await startAppWithOthers()
  const mara = await app.signIn({ username: 'mara' })
  const admin = await app.signIn({ isAdmin: true })
  const { code, output } = await archive(app, 'app-password', 'MARA@beispiel.de', 'Küche unten')
  expect(code).toBe(0)
  const password = output.trimEnd().split('\n').at(-1) ?? ''
  expect(password).toMatch(/^[a-z2-9-]{34}$/)
  expect(output.split(password)).toHaveLength(2)
  expect(await callOther(app, 'whoami', { u: 'mara', ...tokenOf(password) })).toEqual([
    200,
    JSON.stringify({ username: mara.username }),
  ])
  const { acts } = await admin.call(listAuditEvents, { query: {} })
  expect(acts[0]?.text).toBe('Benutzer „mara“: App-Passwort „Küche unten“ erstellt')
  expect(JSON.stringify(acts)).not.toContain(password)
  app.services.mailer.wake()
  const { source } = await emailTo(app, mara.email)
  for (const text of ['Neues App-Passwort', 'Betreiber des Archivs']) expect(source).toContain(text)
  expect(source).not.toContain(password)
})

test('the operator resets the factors of an account, which then logs in with the password alone', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const mara = await confirmed(await app.signIn({ username: 'mara' }))
  await newAuthenticator(app, mara)
  await newPasskey(mara)
  await startLogin(app, mara)
  const { code, output } = await archive(app, 'reset-factors', 'MARA@beispiel.de')
  expect([code, output]).toEqual([0, expect.stringContaining('mara logs in with the password alone now')])
  await app.call(login, { body: { email: mara.email, password: mara.password } })
  const { acts } = await admin.call(listAuditEvents, { query: {} })
  expect(acts[0]?.text).toBe('Benutzer „mara“: Passkeys und zweiter Faktor zurückgesetzt')
  expect((await archive(app, 'reset-factors', 'niemand@beispiel.de')).code).not.toBe(0)
})

test('a key of the operator has a note, a scope, uses, an expiry and a length of stay', async () => {
  const app = await startApp()
  const made = await archive(
    app,
    'key',
    '--note',
    'Presse',
    '--types',
    'ep,single',
    '--no-videos',
    '--uses',
    '50',
    '--until',
    '2099-12-31',
    '--stay',
    '30',
  )
  const admin = await app.signIn({ isAdmin: true })
  const { batches } = await admin.call(listKeyBatches, { query: {} })
  expect(batches).toMatchObject([
    {
      key: made.output.trim(),
      note: 'Presse',
      scope: { kind: 'types', types: ['ep', 'single'], hasVideos: false },
      maxUses: 50,
      stayDays: 30,
      madeBy: null,
    },
  ])
  expect(new Date(batches[0]?.expiresAt ?? '').toLocaleDateString('de-DE')).toBe('1.1.2100')
  for (const [wrong, text] of [
    [['--until', '2099-02-30'], '--until wants a date'],
    [['--until', '2020-01-01'], '--until is in the past'],
    [['--uses', '501'], 'Zwischen 1 und 500.'],
    [['--types', 'ep', '--albums', 'x'], 'Either --types or --albums'],
    [['--types', 'vinyl'], 'Bitte wähle einen Typ'],
    [['--albums', 'nichts'], 'Ein gewähltes Album gibt es nicht mehr.'],
  ] as const) {
    const { code, output } = await archive(app, 'key', ...wrong)
    expect([code !== 0, output.includes(text) || output]).toEqual([true, true])
  }
})
