import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config.ts'
import { runArchive, settingsOf } from '#testing/command-line.ts'
import { freePort } from '#testing/free-port.ts'
import { startS3 } from '#testing/s3-server.ts'
import { startApp } from '#testing/start-app.ts'
import { startSmtpServer } from '#testing/smtp-server.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'

type Settings = Record<string, string>

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-doctor-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

async function findings(settings: Settings): Promise<Map<string, Finding>> {
  const all = await Array.fromAsync(examine(readConfig(settings)))
  return new Map(all.map((finding) => [finding.what, finding]))
}

test('a healthy archive has no red line, and each hint contains a remedy', async () => {
  const app = await startApp()
  const all = await findings(settingsOf(app))
  expect([...all.values()].filter(({ state, what }) => state === 'bad' && what !== 'Web app')).toEqual([])
  expect(all.get('Database')?.message).toContain('up to date')
  expect(all.get('Media')?.message).toContain('written, read and removed')
  expect(all.get('Backup')).toMatchObject({ state: 'hint', todo: expect.stringContaining('Set BACKUP_DIR') })
  for (const { state, todo } of all.values()) if (state !== 'good') expect(todo).toEqual(expect.any(String))
})

test('everything that is unavailable or wrong has a red line', async () => {
  const dataFolder = await newFolder()
  await writeFile(join(dataFolder, 'archive.sqlite'), 'kaputt'.repeat(1000))
  await writeFile(join(dataFolder, 'secret'), 'x'.repeat(40))
  await chmod(join(dataFolder, 'secret'), 0o644)
  const closed = await freePort()
  const all = await findings({
    DATA_DIR: dataFolder,
    REDIS_URL: `redis://127.0.0.1:${closed}`,
    SMTP_URL: `smtp://127.0.0.1:${closed}`,
    PUBLIC_URL: 'http://archive.example',
    BACKUP_DIR: await newFolder(),
    S3_ENDPOINT: `http://127.0.0.1:${closed}`,
    S3_BUCKET: 'archiv',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  })
  const red = [...all.values()].filter(({ state }) => state === 'bad').map(({ what }) => what)
  expect(red).toEqual(
    expect.arrayContaining(['Data folder', 'Database', 'Media', 'Redis', 'Mail', 'Address', 'Backup']),
  )
  expect(all.get('Data folder')?.todo).toBe(`chmod 600 ${join(dataFolder, 'secret')}`)
})

test('the checks really connect to the mail server and the S3 store', async () => {
  const [smtp, s3] = [await startSmtpServer(), await startS3()]
  const settings = {
    DATA_DIR: await newFolder(),
    SMTP_URL: smtp.url,
    S3_ENDPOINT: s3.settings.endpoint,
    S3_BUCKET: s3.settings.bucket,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  }
  const good = await findings(settings)
  expect(good.get('Mail')?.state).toBe('good')
  expect(good.get('Media')).toMatchObject({ state: 'good', message: 'S3, archiv: written, read and removed' })
  const redirecting = await findings({ ...settings, MEDIA_DELIVERY: 'redirect' })
  expect(redirecting.get('Media')).toMatchObject({ state: 'hint', todo: expect.stringContaining('logout') })
  const bad = await findings({
    ...settings,
    SMTP_URL: smtp.url.replace('postgeheimnis', 'falsch'),
    S3_SECRET_ACCESS_KEY: 'falsch',
  })
  expect(bad.get('Mail')?.message).toContain('EAUTH')
  expect(bad.get('Media')?.message).toContain('SignatureDoesNotMatch')
})

test('the command ends with 1 for a red line and names wrong settings', async () => {
  const reported = await runArchive({ DATA_DIR: await newFolder(), PORT: 'viele' }, 'doctor')
  expect(reported.code).toBe(1)
  expect(reported.output).toMatch(/✗ Settings +PORT: "viele" is not allowed/)
})
