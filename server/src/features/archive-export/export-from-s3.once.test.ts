import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { sample } from '#testing/audio-samples.ts'
import { startS3 } from '#testing/s3-server.ts'
import { startApp } from '#testing/start-app.ts'
import { addVideoByForm } from '#testing/video-forms.ts'
import { exportArchive, importArchive } from './index.ts'

test('an archive on S3 is exported, and imported into a folder', async () => {
  const s3 = await startS3()
  const app = await startApp({ storage: { kind: 's3', delivery: 'proxy', s3: s3.settings } })
  const admin = await app.signIn({ isAdmin: true })
  await addByForm(admin, {
    albumTitel: 'Weg',
    tracks: [
      { title: 'Eins', file: 'cbr.mp3' },
      { title: 'Zwei', file: 'lossless.flac' },
    ],
    cover: 'cover.jpg',
  })
  await addVideoByForm(admin, { title: 'Auftritt' })
  const folder = await mkdtemp(join(tmpdir(), 'export-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  expect(await exportArchive(app.services, folder)).toMatchObject({
    albums: 1,
    tracks: 2,
    videos: 1,
    tagged: 2,
    untagged: [],
    missing: [],
  })
  const video = await readFile(join(folder, 'Videos/2026-03-01 Auftritt.mp4'))
  expect(video.equals(sample('film.mp4'))).toBe(true)
  const requested = s3.requested.length
  expect(await exportArchive(app.services, folder)).toMatchObject({ albums: 0, present: 2 })
  expect(s3.requested.slice(requested).filter((line) => line.includes('/tracks/'))).toEqual([])

  const other = await startApp()
  expect(await importArchive(other.services, folder)).toMatchObject({
    albums: 1,
    tracks: 2,
    videos: 1,
    skipped: [],
  })
})
