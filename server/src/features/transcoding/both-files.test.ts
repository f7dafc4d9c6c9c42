import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteAlbum } from '@tonarchiv/contract/archive-editing'
import { login } from '@tonarchiv/contract/auth'
import { getTrackMetadata } from '@tonarchiv/contract/catalog'
import { expect, onTestFinished, test } from 'vitest'
import { sample } from '#testing/audio-samples.ts'
import { runArchive, settingsOf } from '#testing/command-line.ts'
import {
  bytesAt,
  expectConverted,
  ffmpeg,
  type ImportedArchive,
  patiently,
  tracksOf,
} from '#testing/converted-music.ts'
import { addFiles, archiveForImport, musicFolder } from '#testing/music-folders.ts'
import { newDatabaseUrl } from '#testing/postgres.ts'
import { startS3 } from '#testing/s3-server.ts'
import { callers, startApp } from '#testing/start-app.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-copies-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Writes a program that runs instead of ffmpeg. */
async function scriptOf(lines: readonly string[]): Promise<string> {
  const path = join(await newFolder(), 'ffmpeg')
  await writeFile(path, `#!/bin/sh\n${lines.join('\n')}\n`, { mode: 0o755 })
  return path
}

const inAMinute = () => new Date(Date.now() + 60_000)

/** Reads the copy and the original of the only track, after it has been converted. */
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
    (await Array.fromAsync(app.services.storage.list('tracks', inAMinute()))).length
  expect(await inBucket()).toBe(2)
  // The converter works on local copies, and removes all of them.
  const local = await readdir(app.services.config.dataFolder, { recursive: true, withFileTypes: true })
  const left = local.filter((entry) => entry.isFile() && /staged|media/.test(entry.parentPath))
  expect(left.map(({ name }) => name)).toEqual([])
  const [album] = await archive.albums()
  await admin.call(deleteAlbum, { params: { albumTitel: album?.albumTitel ?? '' } })
  await expect.poll(inBucket).toBe(0)
})

/** Replaces the file of the track by another one of the same kind, and imports it. */
async function replaceFile({ run }: ImportedArchive, folder: string): Promise<void> {
  await addFiles(folder, { 'Weg/01.aiff': 'little-endian.aifc' })
  await utimes(join(folder, 'Weg/01.aiff'), new Date(), new Date(Date.now() + 5000))
  expect(await run(folder)).toMatchObject({ updatedAlbums: 1, skipped: [] })
}

test('a copy of a file that was replaced meanwhile is not taken, and the new file is converted', async () => {
  const signs = await newFolder()
  const [begun, go] = [join(signs, 'begun'), join(signs, 'go')]
  const lines = [
    `[ -e '${begun}' ] && exec '${ffmpeg}' "$@"`,
    `'${ffmpeg}' "$@" || exit 1`,
    `touch '${begun}'`,
    `while [ ! -e '${go}' ]; do sleep 0.02; done`,
  ]
  const archive = await archiveForImport()
  const folder = await musicFolder({ 'Weg/01.aiff': 'pcm.aiff' })
  await archive.run(folder)
  await startApp({ ffmpeg: await scriptOf(lines) }, { beside: archive.app })
  await expect.poll(async () => readdir(signs), patiently).toContain('begun')
  await replaceFile(archive, folder)
  await writeFile(go, '')
  await expectConverted(archive)
  const [track] = await tracksOf(archive)
  expect(track?.duration).toBeCloseTo(0.25, 2)
  const { storage } = archive.app.services
  const stored = async () => (await Array.fromAsync(storage.list('tracks', inAMinute()))).length
  expect(await stored()).toBe(2)
})

test('a file that could not be converted is tried again when another one takes its place', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({ 'Weg/01.aiff': 'pcm.aiff' })
  await archive.run(folder)
  const failing = await startApp({ ffmpeg: await scriptOf(['exit 1']) }, { beside: archive.app })
  const { db } = archive.app.services
  await expect
    .poll(async () => db.selectFrom('conversions').select(['tries', 'claimedUntil']).execute(), patiently)
    .toEqual([{ tries: 3, claimedUntil: null }])
  await failing.close()
  await replaceFile(archive, folder)
  await startApp({ ffmpeg }, { beside: archive.app })
  await expectConverted(archive)
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
