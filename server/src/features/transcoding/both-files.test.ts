import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteAlbum } from '@tonarchiv/contract/archive-editing'
import { login } from '@tonarchiv/contract/auth'
import { getTrackMetadata } from '@tonarchiv/contract/catalog'
import { expect, onTestFinished, test } from 'vitest'
import { sample } from '#testing/audio-samples.ts'
import { runArchive, settingsOf } from '#testing/command-line.ts'
import { bytesAt, expectConverted, ffmpeg, tracksOf } from '#testing/converted-music.ts'
import { archiveForImport, musicFolder } from '#testing/music-folders.ts'
import { newDatabaseUrl } from '#testing/postgres.ts'
import { startS3 } from '#testing/s3-server.ts'
import { callers, startApp } from '#testing/start-app.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-copies-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The bytes of both files of the only track, after it was converted. */
async function bothFiles(archive: Parameters<typeof bytesAt>[0], id: string) {
  const played = await bytesAt(archive, id)
  expect(played.type).toBe('audio/flac')
  const original = await bytesAt(archive, id, 'aiff')
  expect(original.bytes.equals(sample('pcm.aiff'))).toBe(true)
  return { played: played.bytes, original: original.bytes }
}

async function oneConverted(settings: Parameters<typeof archiveForImport>[0] = {}) {
  const archive = await archiveForImport({ ffmpeg, ...settings })
  await archive.run(await musicFolder({ 'Weg/01.aiff': 'pcm.aiff' }))
  await expectConverted(archive)
  const [track] = await tracksOf(archive)
  return { ...archive, id: track?.id ?? '' }
}

test('a track in a bucket is converted there, played in both formats, and deleted with both files', async () => {
  const s3 = await startS3()
  const archive = await oneConverted({ storage: { kind: 's3', delivery: 'proxy', s3: s3.settings } })
  const { app, admin, id } = archive
  await bothFiles(archive, id)
  const inBucket = async () =>
    (await Array.fromAsync(app.services.storage.list('tracks', new Date(Date.now() + 60_000)))).length
  expect(await inBucket()).toBe(2)
  // The converter works on local copies, and leaves none of them behind.
  const local = await readdir(app.services.config.dataFolder, { recursive: true, withFileTypes: true })
  const left = local.filter((entry) => entry.isFile() && /staged|media/.test(entry.parentPath))
  expect(left.map(({ name }) => name)).toEqual([])
  const [album] = await archive.albums()
  await admin.call(deleteAlbum, { params: { albumTitel: album?.albumTitel ?? '' } })
  await expect.poll(inBucket).toBe(0)
})

test('a restored archive has the original and the converted file of a track', async () => {
  const archive = await oneConverted()
  const { app, admin, id } = archive
  const before = await bothFiles(archive, id)
  const { metadata } = await admin.call(getTrackMetadata, { params: { id } })
  const to = await newFolder()
  const made = await runArchive(settingsOf(app), 'backup', '--to', to)
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('2 of them new') })

  const dataFolder = await newFolder()
  const url = await newDatabaseUrl()
  const settings: Record<string, string> =
    url === undefined
      ? { DATA_DIR: dataFolder, DATABASE_URL: '', APP_SECRET: '' }
      : { DATA_DIR: dataFolder, DATABASE_URL: url, APP_SECRET: app.services.secret }
  const back = await runArchive(settings, 'restore', '--from', to)
  expect(back).toMatchObject({ code: 0, output: expect.stringContaining('2 of them brought back') })
  const restored = await startApp({
    dataFolder,
    ffmpeg: undefined,
    database:
      url === undefined
        ? { kind: 'sqlite', path: join(dataFolder, 'archive.sqlite') }
        : { kind: 'postgres', url },
  })
  const { email, password } = admin
  const session = await restored.call(login, { body: { email, password } })
  const after = await bothFiles({ app: restored, admin: session }, id)
  expect(after.played.equals(before.played)).toBe(true)
  const { call } = callers(restored.address, session.token)
  expect((await call(getTrackMetadata, { params: { id } })).metadata).toEqual(metadata)
})
