import { listAuditEvents } from '@tonarchiv/contract/admin'
import { notFound } from '@tonarchiv/contract/refusal'
import {
  addVideo,
  brokenThumbnail,
  brokenVideo,
  deleteVideo,
  listVideos,
  notAThumbnail,
  notVideo,
  noVideo,
  unplayableVideo,
  VIDEO_MAX_BYTES,
  videoNotFound,
} from '@tonarchiv/contract/videos'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { sample } from '#testing/audio-samples.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { addVideoByForm, videoForm } from '#testing/video-forms.ts'

/** A long timeout for the retries, because the machine may be busy. */
const withRetries = { timeout: 20_000 }

type Admin = Awaited<ReturnType<TestApp['signIn']>>
let app: TestApp
let admin: Admin

beforeEach(async () => {
  app = await startApp({ ffmpeg: undefined })
  admin = await app.signIn({ isAdmin: true })
})

async function filesOf({ services }: TestApp): Promise<string[]> {
  const entries = await readdir(join(services.config.dataFolder, 'media'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function expectNoStoredFiles(): Promise<void> {
  await expect.poll(() => filesOf(app), withRetries).toEqual([])
  expect(await app.services.db.selectFrom('videos').selectAll().execute()).toEqual([])
}

async function titles(): Promise<string[]> {
  const { videos } = await admin.call(listVideos, { query: {} })
  return videos.map(({ title }) => title)
}

describe('a video is added', () => {
  test.each([
    ['film.mp4', 'mp4', 64, 64],
    ['film.webm', 'webm', 96, 54],
    ['film.mov', 'mov', 96, 54],
  ])('of %s, with what the file says', async (file, format, width, height) => {
    const video = await addVideoByForm(admin, {
      title: '  Größe ',
      description: 'Zeile eins\nZeile zwei',
      upload_date: '2026-02-28',
      file,
    })
    expect(video).toEqual({
      id: expect.any(String),
      title: 'Größe',
      description: 'Zeile eins\nZeile zwei',
      upload_date: '2026-02-28',
      duration: expect.closeTo(1, 1),
      file_size: sample(file).length,
      file_path: expect.stringMatching(new RegExp(`^/static/videos/[\\da-f]{24}\\.${format}$`)),
      url: expect.stringMatching(new RegExp(`^/api/videos/stream/[\\da-f]{24}\\.${format}$`)),
      thumbnailUrl: null,
      width,
      height,
      createdAt: expect.any(String),
    })
    expect(await admin.call(listVideos, { query: {} })).toEqual({ videos: [video], total: 1 })
    expect(await filesOf(app)).toHaveLength(1)
    const { acts } = await admin.call(listAuditEvents, { query: {} })
    expect(acts).toMatchObject([{ by: admin.username, text: 'Video „Größe“ hinzugefügt' }])
  })

  test('with a thumbnail, encoded in the requested size', async () => {
    const { thumbnailUrl } = await addVideoByForm(admin, { thumbnail: 'cover.jpg' })
    const headers = { authorization: `Bearer ${(await app.signIn()).token}` }
    for (const query of ['', '?w=320']) {
      const response = await app.fetch(`${thumbnailUrl}${query}`, { headers })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP')
    }
    expect((await app.fetch(`${thumbnailUrl}?w=99999`, { headers })).status).toBe(400)
    expect((await app.fetch(`${thumbnailUrl}x`, { headers })).status).toBe(404)
  })

  test('with today’s date, without a date and a description', async () => {
    const form = videoForm()
    form.delete('upload_date')
    const { video } = await admin.call(addVideo, { form })
    expect(video).toMatchObject({
      upload_date: app.services.now().toISOString().slice(0, 10),
      description: '',
    })
  })

  test('with parts in any order', async () => {
    const form = new FormData()
    for (const [name, value] of [...videoForm({ thumbnail: 'cover.jpg' })].toReversed())
      form.append(name, value)
    expect((await admin.call(addVideo, { form })).video.thumbnailUrl).not.toBeNull()
  })

  test('and browsers are notified', async () => {
    const received: unknown[] = []
    app.services.events.on('videosChanged', (info) => received.push(info))
    const { id } = await addVideoByForm(admin)
    expect(received).toEqual([{ removedFiles: [] }])
    await admin.call(deleteVideo, { params: { id } })
    expect(received).toHaveLength(2)
  })
})

describe('a video is refused, and nothing of it stays', () => {
  test.each([
    ['a text called .mp4', sample('text.mp3'), notVideo],
    ['nothing called .mp4', Buffer.alloc(0), notVideo],
    ['music', sample('cbr.mp3'), notVideo],
    ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n'), notVideo],
    ['half a film', sample('film.mp4').subarray(0, 3000), brokenVideo],
    ['a film that browsers do not play', sample('film-hevc.mp4'), unplayableVideo],
  ])('%s', async (_what, file, refusal) => {
    const { status, body } = await admin.refusal(addVideo, { form: videoForm({ file }) })
    expect([status, body.code]).toEqual([refusal.status, refusal.code])
    expect(body.fields).toEqual({ file: body.error })
    await expectNoStoredFiles()
  })

  test.each([
    ['a text as its picture', sample('text.mp3'), notAThumbnail],
    ['half a picture', sample('cover.jpg').subarray(0, 900), brokenThumbnail],
  ])('%s', async (_what, thumbnail, refusal) => {
    const { body } = await admin.refusal(addVideo, { form: videoForm({ thumbnail }) })
    expect(body).toMatchObject({ code: refusal.code, fields: { thumbnail: refusal.text } })
    await expectNoStoredFiles()
  })

  test('without a file', async () => {
    const form = videoForm()
    form.delete('file')
    expect((await admin.refusal(addVideo, { form })).body).toMatchObject({
      code: noVideo.code,
      fields: { file: noVideo.text },
    })
  })

  test.each([
    ['title', '   ', 'Bitte gib einen Titel ein'],
    ['title', 'x'.repeat(201), 'Der Titel darf höchstens 200 Zeichen lang sein'],
    ['description', 'x'.repeat(2001), 'Die Beschreibung darf höchstens 2000 Zeichen lang sein'],
    ['upload_date', '2026-02-30', 'Bitte gib ein Datum an'],
    ['upload_date', 'gestern', 'Bitte gib ein Datum an'],
    ['upload_date', '', 'Bitte gib ein Datum an'],
  ])('with a wrong %s (%#)', async (field, value, text) => {
    const { status, body } = await admin.refusal(addVideo, { form: videoForm({ [field]: value }) })
    expect([status, body.fields]).toEqual([400, { [field]: text }])
    await expectNoStoredFiles()
  })

  test('over the limit, before it is read', async () => {
    const response = await app
      .fetch('/api/videos', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${admin.token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': String(VIDEO_MAX_BYTES + 20 * 1024 * 1024),
        },
        body: new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) }),
        duplex: 'half',
      })
      .catch(() => undefined)
    if (response !== undefined) expect(response.status).toBe(413)
    await expectNoStoredFiles()
  })

  test('when the disk has no space for it', async () => {
    app = await startApp({ ffmpeg: undefined, reservedDiskBytes: Number.MAX_SAFE_INTEGER })
    admin = await app.signIn({ isAdmin: true })
    const { status, body } = await admin.refusal(addVideo, { form: videoForm() })
    expect([status, body.code]).toEqual([507, 'DISK_FULL'])
    await expectNoStoredFiles()
  })

  test('when the connection is lost during the upload', async () => {
    const giveUp = new AbortController()
    const sending = app.fetch('/api/videos', {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: new ReadableStream({
        start: (controller) => {
          const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n'
          controller.enqueue(Buffer.concat([Buffer.from(head), sample('film.mp4')]))
        },
      }),
      duplex: 'half',
      signal: giveUp.signal,
    })
    await expect.poll(() => filesOf(app), withRetries).toHaveLength(1)
    giveUp.abort()
    await expect(sending).rejects.toThrow()
    await expectNoStoredFiles()
  })

  test('when the account loses its rights during the upload', async () => {
    const end = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        const boundary = Buffer.from(
          '--x\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n',
        )
        controller.enqueue(boundary)
        controller.enqueue(sample('film.mp4'))
        await end.promise
        controller.enqueue(
          Buffer.from('\r\n--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nZu spät\r\n--x--\r\n'),
        )
        controller.close()
      },
    })
    const sending = app.fetch('/api/videos', {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      body,
      duplex: 'half',
    })
    await expect.poll(() => filesOf(app), withRetries).toHaveLength(1)
    await app.services.db.updateTable('users').set({ isAdmin: 0 }).where('id', '=', admin.id).execute()
    app.services.events.emit('accessChanged', { userId: admin.id })
    end.resolve()
    expect((await sending).status).toBe(403)
    await expectNoStoredFiles()
  })
})

describe('videos are listed', () => {
  test('newest day first, of one day the last added first, in pages', async () => {
    for (const [title, upload_date] of [
      ['Alt', '2020-01-01'],
      ['Neu', '2026-01-02'],
      ['Mitte', '2023-05-05'],
      ['Mitte, später', '2023-05-05'],
    ] as const)
      await addVideoByForm(admin, { title, upload_date })
    expect(await titles()).toEqual(['Neu', 'Mitte, später', 'Mitte', 'Alt'])
    const page = await admin.call(listVideos, { query: { limit: 2, offset: 1 } })
    expect([page.total, page.videos.map(({ title }) => title)]).toEqual([4, ['Mitte, später', 'Mitte']])
    expect((await admin.refusal(listVideos, { query: { limit: 0 } })).status).toBe(400)
  })

  test('not to members without a key', async () => {
    const keyless = await app.signIn({ hasKey: false })
    expect((await keyless.refusal(listVideos)).body.code).toBe('KEY_REQUIRED')
  })
})

describe('a video is deleted', () => {
  test('with its files, and the act is recorded', async () => {
    const { id, title } = await addVideoByForm(admin, { thumbnail: 'cover.jpg' })
    await admin.call(deleteVideo, { params: { id } })
    expect(await titles()).toEqual([])
    await expectNoStoredFiles()
    const { acts } = await admin.call(listAuditEvents, { query: { limit: 1 } })
    expect(acts).toMatchObject([{ text: `Video „${title}“ gelöscht` }])
  })

  test('once, by two admins at the same time', async () => {
    const { id } = await addVideoByForm(admin)
    const tries = await Promise.allSettled([1, 2, 3].map(() => admin.call(deleteVideo, { params: { id } })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await admin.refusal(deleteVideo, { params: { id } })).body.code).toBe(videoNotFound.code)
  })

  test('not by members', async () => {
    const { id } = await addVideoByForm(admin)
    const member = await app.signIn()
    expect((await member.refusal(deleteVideo, { params: { id } })).status).toBe(403)
    expect((await admin.refusal(deleteVideo, { params: { id: 'nichts' } })).status).toBe(notFound.status)
  })
})
