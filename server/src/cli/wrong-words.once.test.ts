import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runArchive, settingsOf } from '#testing/command-line.ts'
import { startApp } from '#testing/start-app.ts'

test.each([
  [['user', 'keine-adresse', 'mara'], 'Bitte gib eine gültige E-Mail-Adresse ein'],
  [
    ['user', 'mara@beispiel.de', 'mara', '--password', '12345'],
    'Passwort muss mindestens 6 Zeichen lang sein',
  ],
  [['user', 'mara@beispiel.de'], 'Which e-mail address and which username?'],
  [['admin', 'niemand@beispiel.de'], 'There is no account with the address niemand@beispiel.de.'],
  [
    ['app-password', 'niemand@beispiel.de', 'Radio'],
    'There is no account with the address niemand@beispiel.de.',
  ],
  [['app-password', 'mara@beispiel.de'], 'which name for the app password?'],
  [['app-password', 'mara@beispiel.de', ''], 'Gib dem Passwort einen Namen'],
  [['key', 'viele'], 'How many keys? A number from 1 to 1000.'],
  [['backup', '--nach', 'x'], "Unknown option '--nach'"],
  [['backup'], 'Where to? Give --to, or set BACKUP_DIR.'],
  [['unfug'], 'The archive’s command line:'],
])('wrong words (%j) are rejected with a sentence and change nothing', async (words, text) => {
  const app = await startApp()
  const { code, output } = await runArchive(settingsOf(app), ...words)
  expect(code).toBe(1)
  expect(output).toContain(text)
  expect(output).not.toContain('    at ')
  expect(await app.services.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('a backup of a folder without a database says so, and creates none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-no-database-'))
  onTestFinished(async () => rm(folder, { recursive: true }))
  const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '', BACKUP_DIR: join(folder, 'backups') }
  const { code, output } = await runArchive(settings, 'backup')
  expect(code).toBe(1)
  expect(output.trim()).toBe(
    `There is no database: ${join(folder, 'data', 'archive.sqlite')}. Set DATA_DIR to the folder of the archive, or DATABASE_URL.`,
  )
  expect(existsSync(join(folder, 'data', 'archive.sqlite'))).toBe(false)
})
