import { createHash } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readyz } from '@tonarchiv/contract/operation'
import { addAlbum } from '@tonarchiv/contract/archive-editing'
import { uploadReference } from '@tonarchiv/contract/uploads'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '#metrics/metrics.ts'
import { openStorage } from '#storage/backends/open-storage.ts'
import { albumForm } from '#testing/album-forms.ts'
import { sample } from '#testing/audio-samples.ts'
import { runArchive, settingsOf } from '#testing/command-line.ts'
import { eventually } from '#testing/eventually.ts'
import { expectFilled, fillArchive } from '#testing/filled-archive.ts'
import { newFolder } from '#testing/small-archive.ts'
import { callers, startApp, type TestApp } from '#testing/start-app.ts'
import { tusClient } from '#testing/tus.ts'
import { startS3 } from '#testing/s3-server.ts'
import { backupFolder } from './backup/destination/backup-destination.disk.ts'
import { createBackup } from './backup/create-backup.ts'
import { generationsOf } from './backup/manifest.ts'
import { examine } from './doctor/examine.ts'
import { guardStorage } from './guarded-storage.ts'
import { MediaMissing } from './media-presence.ts'

/** Longer than a file stays open after a read. */
const LOOK_EVERY_MS = 700
const METRICS = { listen: undefined, token: 'x'.repeat(16) }

test('the hash of every file that arrives is recorded, as it was sent, also in chunks', async () => {
  const app = await startApp()
  await fillArchive(app)
  const admin = await app.signIn({ isAdmin: true })
  const bytes = sample('vbr-with-xing.mp3')
  const id = await tusClient(app, admin).upload(Uint8Array.from(bytes), 'track')
  const form = albumForm({ albumTitel: 'In Stücken', tracks: [{ title: 'Stück' }] })
  form.set('track0', uploadReference(id))
  await admin.call(addAlbum, { form })
  const { db } = app.services
  // The hashes of two tracks, a cover, an avatar, a chat image with its smaller version, and the track that was sent in
  // chunks.
  const rows = await eventually(async () => {
    const rows = await db.selectFrom('storedHashes').selectAll().execute()
    expect(rows).toHaveLength(7)
    return rows
  })
  for (const [title, file] of [
    ['Süß', 'cbr.mp3'],
    ['Stück', 'vbr-with-xing.mp3'],
  ] as const) {
    const { storageName } = await db
      .selectFrom('tracks')
      .select('storageName')
      .where('title', '=', title)
      .executeTakeFirstOrThrow()
    const sha256 = createHash('sha256').update(sample(file)).digest('hex')
    const row = rows.find(({ name }) => name === storageName)
    expect(row).toMatchObject({ sizeBytes: sample(file).length, sha256, stamp: null })
  }
})

async function expectMissing(app: TestApp, beside: TestApp): Promise<void> {
  expect((await beside.refusal(readyz)).status).toBe(503)
  expect(await beside.services.metrics.text()).toContain('\ntonarchiv_media_missing 1\n')
  const admin = await app.signIn({ isAdmin: true })
  const { refusal } = callers(beside.address, admin.token)
  expect((await refusal(addAlbum, { form: albumForm({ albumTitel: 'Ins Leere' }) })).status).toBe(503)
  const { config } = beside.services
  const findings = await Array.fromAsync(examine(config))
  expect(findings.find(({ what }) => what === 'Media')).toMatchObject({
    state: 'bad',
    message: expect.stringContaining('none of 5 files'),
    todo: expect.stringContaining('Mount the media folder'),
  })
}

test('an emptied media folder is noticed at the start, stops backups, and is noticed when it is back', async () => {
  const app = await startApp()
  const filled = await fillArchive(app)
  const { config } = app.services
  const to = await newFolder()
  await createBackup({ ...config, storage: await openStorage(config) }, backupFolder(to), { keptDays: 7 })
  const media = join(config.dataFolder, 'media')
  await rename(media, `${media}-elsewhere`)
  await mkdir(media)
  const beside = await startApp({ metrics: METRICS }, { beside: app })
  await expectMissing(app, beside)
  const backup = await runArchive(settingsOf(app), 'backup', '--to', to)
  expect(backup).toMatchObject({ code: 1, output: expect.stringContaining('Mount the media folder') })
  expect(await generationsOf(backupFolder(to))).toHaveLength(1)

  await rm(media, { recursive: true })
  await rename(`${media}-elsewhere`, media)
  const again = await startApp({}, { beside: app })
  expect(await again.call(readyz, {})).toEqual({ status: 'ok' })
  await expectFilled(again, filled)
})

test('forgotten S3 settings are noticed at the start, and what is in the folder then is not touched', async () => {
  const s3 = await startS3()
  const app = await startApp({ storage: { kind: 's3', delivery: 'proxy', s3: s3.settings } })
  await fillArchive(app)
  const disk = { kind: 'disk', delivery: 'proxy' } as const
  const beside = await startApp({ storage: disk, metrics: METRICS }, { beside: app })
  await expectMissing(app, beside)
  const own = await openStorage(beside.services.config)
  const file = await own.stage()
  const [other = ''] = await own.save('tracks', [{ from: 'stage', file }])
  await expect(beside.services.storage.remove([other])).rejects.toThrow('the media are missing')
  const { config } = beside.services
  await expect(
    createBackup({ ...config, storage: own }, backupFolder(await newFolder()), { keptDays: 7 }),
  ).rejects.toThrow(MediaMissing)
})

test('a running server notices that the media are gone, and that they are back', async () => {
  const app = await startApp()
  await fillArchive(app)
  const { services } = app
  const inner = await openStorage(services.config)
  const metrics = createMetrics(false, services.log)
  const { storage, close } = guardStorage(inner, { ...services, metrics }, LOOK_EVERY_MS)
  onTestFinished(close)
  expect(await storage.freeBytes()).toBeGreaterThan(0)
  const media = join(services.config.dataFolder, 'media')
  await rename(media, `${media}-elsewhere`)
  await expect.poll(async () => storage.freeBytes().catch(String), { timeout: 20_000 }).toContain('missing')
  await rename(`${media}-elsewhere`, media)
  await expect.poll(async () => storage.freeBytes().catch(() => 0), { timeout: 20_000 }).toBeGreaterThan(0)
})
