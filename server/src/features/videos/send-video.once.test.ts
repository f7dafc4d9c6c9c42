import { once } from 'node:events'
import { deleteVideo } from '@tonarchiv/contract/videos'
import { beforeEach, describe, expect, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { sample } from '#testing/audio-samples.ts'
import type { Member } from '#testing/sign-in.ts'
import { openStalledDownload } from '#testing/stalled-download.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { addVideoByForm } from '#testing/video-forms.ts'

const videoFile = sample('film.mp4')
/**
 * Larger than all buffers between the server and a client that does not read: a video that ends with a large box, which
 * players ignore.
 */
const longVideo = Buffer.concat([videoFile, boxOf(16 * 1024 * 1024)])

function boxOf(bytes: number): Buffer {
  const box = Buffer.alloc(bytes)
  box.writeUInt32BE(bytes, 0)
  box.write('free', 4)
  return box
}

type Admin = Awaited<ReturnType<TestApp['signIn']>>
let app: TestApp
let admin: Admin
let viewer: Admin

beforeEach(async () => {
  app = await startApp({ ffmpeg: undefined })
  admin = await app.signIn({ isAdmin: true })
  viewer = await app.signIn()
})

async function get(path: string, headers: Record<string, string> = {}, who: Member = viewer, method = 'GET') {
  return app.fetch(path, { method, headers: { authorization: `Bearer ${who.token}`, ...headers } })
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

describe('a video is streamed', () => {
  test.each([
    ['film.mp4', 'video/mp4'],
    ['film.webm', 'video/webm'],
    ['film.mov', 'video/mp4'],
  ])('%s, whole', async (file, type) => {
    const { url } = await addVideoByForm(admin, { file })
    const response = await get(url)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'accept-ranges': 'bytes',
      'cache-control': 'private',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await bytesOf(response)).toEqual(sample(file))
  })

  test('by a range, and not by a range outside of the file', async () => {
    const { url } = await addVideoByForm(admin)
    const part = await get(url, { range: 'bytes=100-199' })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 100-199/${videoFile.length}`,
    ])
    expect(await bytesOf(part)).toEqual(videoFile.subarray(100, 200))
    expect((await get(url, { range: `bytes=${videoFile.length}-` })).status).toBe(416)
    const head = await get(url, {}, viewer, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(videoFile.length)])
    const etag = part.headers.get('etag') ?? ''
    expect((await get(url, { 'if-none-match': etag })).status).toBe(304)
  })

  test('by a token or a ticket in the query, as players send it', async () => {
    const { url } = await addVideoByForm(admin)
    expect((await app.fetch(`${url}?auth=${viewer.token}`)).status).toBe(200)
    expect((await app.fetch(url)).status).toBe(401)
  })

  test('only to members with archive access', async () => {
    const { url, thumbnailUrl } = await addVideoByForm(admin, { thumbnail: 'cover.jpg' })
    const keyless = await app.signIn({ hasKey: false })
    for (const address of [url, thumbnailUrl ?? '']) {
      expect((await get(address, {}, keyless)).status).toBe(403)
      expect((await app.fetch(address)).status).toBe(401)
    }
  })

  test.each(['nichts.mp4', '..%2f..%2fsecret', 'videos%2f0000', 'a%00.mp4'])('not as %s', async (name) => {
    expect((await get(`/api/videos/stream/${name}`)).status).toBe(404)
  })
})

describe('a running stream', () => {
  test('is ended when its video is deleted, and others continue', async () => {
    const [{ id, url }, other] = [
      await addVideoByForm(admin, { file: longVideo }),
      await addVideoByForm(admin, { file: longVideo }),
    ]
    const [socket, stays] = await Promise.all([
      openStalledDownload(app.address, url, viewer.token),
      openStalledDownload(app.address, other.url, viewer.token),
    ])
    await admin.call(deleteVideo, { params: { id } })
    socket.resume()
    await once(socket, 'close')
    expect(socket.bytesRead).toBeLessThan(longVideo.length)
    expect(stays.destroyed).toBe(false)
    stays.destroy()
    expect((await get(url)).status).toBe(404)
  })

  test.each(['session', 'access'] as const)('is cut when its %s ends', async (what) => {
    const { url } = await addVideoByForm(admin, { file: longVideo })
    const socket = await openStalledDownload(app.address, url, viewer.token)
    const { events } = app.services
    if (what === 'session')
      events.emit('sessionsEnded', { sessionIds: [viewer.sessionId], reason: 'elsewhere' })
    else events.emit('accessChanged', { userId: viewer.id })
    socket.resume()
    await once(socket, 'close')
    expect(socket.bytesRead).toBeLessThan(longVideo.length)
  })

  test('is one of six of an account, tracks included', async () => {
    const { url } = await addVideoByForm(admin, { file: longVideo })
    const { tracks } = await addByForm(admin)
    const sockets = []
    for (let count = 0; count < 6; count += 1)
      sockets.push(await openStalledDownload(app.address, url, viewer.token))
    expect((await get(url)).status).toBe(429)
    expect((await get(`/api/stream/${tracks[0]?.file}`)).status).toBe(429)
    for (const socket of sockets) socket.destroy()
    await expect
      .poll(async () => (await get(url, { range: 'bytes=0-9' })).status, { timeout: 20_000 })
      .toBe(206)
  })
})
