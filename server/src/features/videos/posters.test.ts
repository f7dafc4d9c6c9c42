import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listVideos, type Video } from '@tonarchiv/contract/videos'
import { describe, expect, onTestFinished, test } from 'vitest'
import { posterFrame } from '#audio-probe/poster-frame.ts'
import { NoFfmpeg } from '#audio-probe/run-ffmpeg.ts'
import { SAMPLES } from '#testing/audio-samples.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { addVideoByForm } from '#testing/video-forms.ts'
import { createMissingPosters } from './posters.ts'

/** A long timeout for the retries, because the machine may be busy. */
const withRetries = { timeout: 20_000 }
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

/** Writes a script that is run instead of ffmpeg, so that these tests run on machines without it. */
async function programOf(lines: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-ffmpeg-'))
  onTestFinished(async () => rm(folder, { recursive: true }))
  const path = join(folder, 'ffmpeg')
  await writeFile(path, `#!/bin/sh\n${lines}\n`)
  await chmod(path, 0o755)
  return path
}
const drawing = async () => programOf(`exec cat '${join(SAMPLES, 'cover.jpg')}'`)

async function firstVideo(app: TestApp): Promise<Video | undefined> {
  const { videos } = await (await app.signIn()).call(listVideos, { query: {} })
  return videos[0]
}

async function stagedFiles({ services }: TestApp): Promise<string[]> {
  return readdir(join(services.config.dataFolder, 'media', 'staged'))
}

describe('a poster is taken from the video', () => {
  test('when no image was uploaded, after the response', async () => {
    const app = await startApp({ ffmpeg: await drawing() })
    const admin = await app.signIn({ isAdmin: true })
    const reported: unknown[] = []
    app.services.events.on('videosChanged', (info) => reported.push(info))
    expect((await addVideoByForm(admin)).thumbnailUrl).toBeNull()
    await expect
      .poll(async () => (await firstVideo(app))?.thumbnailUrl, withRetries)
      .toEqual(expect.any(String))
    expect(reported).toHaveLength(2)
    const { thumbnailUrl } = (await firstVideo(app)) ?? {}
    const image = await app.fetch(`${thumbnailUrl}?w=320&auth=${admin.token}`)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])
    await expect.poll(() => stagedFiles(app), withRetries).toEqual([])
  })

  test('not when an image was uploaded', async () => {
    const app = await startApp({ ffmpeg: await programOf('exit 3') })
    const admin = await app.signIn({ isAdmin: true })
    const { thumbnailUrl } = await addVideoByForm(admin, { thumbnail: 'cover.jpg' })
    expect(thumbnailUrl).not.toBeNull()
    const rows = await app.services.db.selectFrom('videos').select('posterTries').execute()
    expect(rows).toEqual([{ posterTries: 0 }])
  })

  test('later, for videos that were added without ffmpeg, with two attempts at most', async () => {
    const app = await startApp({ ffmpeg: '/nirgendwo/ffmpeg' })
    const admin = await app.signIn({ isAdmin: true })
    await addVideoByForm(admin)
    await expect.poll(() => stagedFiles(app), withRetries).toEqual([])
    const over = new AbortController().signal
    const { services } = app
    await createMissingPosters(services, over)
    expect((await firstVideo(app))?.thumbnailUrl).toBeNull()

    const withProgram = (ffmpeg: string) => ({ ...services, config: { ...services.config, ffmpeg } })
    await services.db.updateTable('videos').set({ posterTries: 0 }).execute()
    const useless = await programOf('exit 1')
    for (let count = 0; count < 3; count += 1) await createMissingPosters(withProgram(useless), over)
    expect(await services.db.selectFrom('videos').select('posterTries').execute()).toEqual([
      { posterTries: 2 },
    ])

    await services.db.updateTable('videos').set({ posterTries: 1 }).execute()
    await createMissingPosters(withProgram(await drawing()), over)
    expect((await firstVideo(app))?.thumbnailUrl).toEqual(expect.any(String))
    expect(await stagedFiles(app)).toEqual([])
  })

  test('not when the result is not an image', async () => {
    const app = await startApp({ ffmpeg: await programOf('echo Das ist kein Bild') })
    await addVideoByForm(await app.signIn({ isAdmin: true }))
    await expect
      .poll(() => app.services.db.selectFrom('videos').select('posterTries').execute(), withRetries)
      .toEqual([{ posterTries: 1 }])
    await expect.poll(() => stagedFiles(app), withRetries).toEqual([])
    expect((await firstVideo(app))?.thumbnailUrl).toBeNull()
  })

  test('by a program without our environment that ends with the server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-ffmpeg-'))
    onTestFinished(async () => rm(folder, { recursive: true }))
    const note = join(folder, 'note')
    const app = await startApp({
      ffmpeg: await programOf(`env > '${note}'; echo "$@" >> '${note}'; exec sleep 600`),
    })
    await addVideoByForm(await app.signIn({ isAdmin: true }))
    await expect
      .poll(async () => readFile(note, 'utf8').catch(() => ''), withRetries)
      .toContain('-protocol_whitelist file,pipe')
    const reported = await readFile(note, 'utf8')
    expect(reported).not.toContain('APP_SECRET')
    expect(reported).toMatch(/-nostdin .* -f mov -i file:\//)
    await app.close()
  })
})

test('ffmpeg itself, if installed, makes a poster of every accepted kind of video', async () => {
  const { signal } = new AbortController()
  if (!hasFfmpeg) {
    const videoFile = { path: join(SAMPLES, 'film.mp4'), format: 'mp4', atSeconds: 0 } as const
    await expect(posterFrame('ffmpeg', videoFile, signal)).rejects.toThrow(NoFfmpeg)
    return
  }
  for (const [name, format] of [
    ['film.mp4', 'mp4'],
    ['film.mov', 'mov'],
    ['film.webm', 'webm'],
    ['film-recorded.webm', 'webm'],
  ] as const) {
    const image = await posterFrame('ffmpeg', { path: join(SAMPLES, name), format, atSeconds: 0.1 }, signal)
    expect(image?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  }
  expect(
    await posterFrame('ffmpeg', { path: join(SAMPLES, 'text.mp3'), format: 'mp4', atSeconds: 0 }, signal),
  ).toBeUndefined()
})
