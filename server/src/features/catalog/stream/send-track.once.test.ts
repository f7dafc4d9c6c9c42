import { once } from 'node:events'
import { deleteTrack, fillTrack, updateAlbum } from '@tonarchiv/contract/archive-editing'
import { keyRequired } from '@tonarchiv/contract/refusal'
import { beforeEach, describe, expect, test } from 'vitest'
import { addByForm, fileOf } from '#testing/album-forms.ts'
import { sample } from '#testing/audio-samples.ts'
import type { Member } from '#testing/sign-in.ts'
import { openStalledDownload } from '#testing/stalled-download.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { openStoredFiles } from '#testing/stored-files.ts'

const music = sample('cbr.mp3')
/** Larger than all buffers between server and a client that does not read. */
const longMusic = Buffer.concat(Array.from({ length: 2400 }, () => music.subarray(-12_000)))

type Admin = Awaited<ReturnType<TestApp['signIn']>>
let app: TestApp
let admin: Admin
let listener: Admin
beforeEach(async () => {
  app = await startApp()
  admin = await app.signIn({ isAdmin: true })
  listener = await app.signIn()
})

async function addTrack(file: Buffer | string = music, title = 'Süß') {
  const album = await addByForm(admin, { albumTitel: 'Größe', tracks: [{ title, file }] })
  const [track] = album.tracks
  if (track === undefined) throw new Error('No track')
  return { id: track.id, path: `/api/stream/${track.file}` }
}

async function get(
  path: string,
  headers: Record<string, string> = {},
  who: Member | undefined = listener,
  method = 'GET',
) {
  return app.fetch(path, {
    method,
    headers: { ...(who && { authorization: `Bearer ${who.token}` }), ...headers },
  })
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

describe('a track is streamed', () => {
  test('whole', async () => {
    const { path } = await addTrack()
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(music.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    })
    expect(response.headers.get('content-disposition')).toBeNull()
    expect(await bytesOf(response)).toEqual(music)
  })

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=500-', 500, music.length - 1],
    ['bytes=-100', music.length - 100, music.length - 1],
    [`bytes=10-${music.length + 10}`, 10, music.length - 1],
  ])('by the range %s', async (range, start, end) => {
    const { path } = await addTrack()
    const response = await get(path, { range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${music.length}`)
    expect(response.headers.get('content-length')).toBe(String(end - start + 1))
    expect(await bytesOf(response)).toEqual(music.subarray(start, end + 1))
  })

  test('not for a range outside of the file', async () => {
    const { path } = await addTrack()
    const response = await get(path, { range: `bytes=${music.length}-` })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${music.length}`])
    expect(await response.json()).toMatchObject({ code: 'BAD_RANGE' })
  })

  test('whole for several ranges', async () => {
    const { path } = await addTrack()
    const response = await get(path, { range: 'bytes=0-1,5-6' })
    expect(response.status).toBe(200)
    expect(await bytesOf(response)).toEqual(music)
  })

  test('not again to a client that has it', async () => {
    const { path } = await addTrack()
    const etag = (await get(path)).headers.get('etag') ?? ''
    const modified = (await get(path)).headers.get('last-modified') ?? ''
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
    expect((await get(path, { 'if-modified-since': modified })).status).toBe(304)
    expect((await get(path, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await get(path, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
  })

  test.each<[Record<string, string>]>([[{}], [{ range: 'bytes=5-9' }], [{ range: 'bytes=99999999-' }]])(
    'by HEAD as by GET: %j',
    async (headers) => {
      const { path } = await addTrack()
      const [head, whole] = await Promise.all([get(path, headers, listener, 'HEAD'), get(path, headers)])
      expect(head.status).toBe(whole.status)
      const info = (response: Response) => {
        const ofConnection = new Set(['x-request-id', 'date', 'connection', 'keep-alive'])
        return [...response.headers].filter(([name]) => !ofConnection.has(name))
      }
      expect(info(head)).toEqual(info(whole))
      expect(await head.text()).toBe('')
      await whole.arrayBuffer()
    },
  )

  test('to many clients at once, each its own bytes', async () => {
    const { path } = await addTrack(longMusic)
    const listeners = await Promise.all(Array.from({ length: 12 }, () => app.signIn()))
    const parts = await Promise.all(
      listeners.map(async (one, index) => {
        const start = index * 1_234_567
        return (await bytesOf(await get(path, { range: `bytes=${start}-` }, one))).equals(
          longMusic.subarray(start),
        )
      }),
    )
    expect(parts).toEqual(listeners.map(() => true))
    await expect.poll(() => openStoredFiles(app), { timeout: 5000 }).toBe(0)
  })

  test('under the same name with the new bytes after its file was replaced', async () => {
    const { id, path } = await addTrack()
    const before = await get(path)
    const form = new FormData()
    form.set('file', fileOf('vbr-with-xing.mp3'), 'x.mp3')
    const { album } = await admin.call(fillTrack, { params: { id }, form })
    expect(`/api/stream/${album.tracks[0]?.file}`).toBe(path)
    const after = await get(path, { 'if-none-match': before.headers.get('etag') ?? '' })
    expect(after.status).toBe(200)
    expect(await bytesOf(after)).toEqual(sample('vbr-with-xing.mp3'))
    await before.arrayBuffer()
  })
})

describe('a track is downloaded', () => {
  test('by its song id, under the name of artist and title', async () => {
    const { id } = await addTrack('lossless.flac', 'Süß: "Nacht"?.mp3')
    const response = await get(`/api/stream/${id}`)
    expect(response.headers.get('content-type')).toBe('audio/flac')
    const disposition = response.headers.get('content-disposition') ?? ''
    expect(disposition).toContain('attachment; filename="Grosse - Suss_ _Nacht__.flac"')
    expect(disposition).toContain(`filename*=UTF-8''${encodeURIComponent('Größe - Süß_ _Nacht__.flac')}`)
    expect(await bytesOf(response)).toEqual(sample('lossless.flac'))
  })

  test('sixty times an hour at most', async () => {
    app = await startApp({ rateLimitFactor: 1 })
    admin = await app.signIn({ isAdmin: true })
    listener = await app.signIn()
    const { id } = await addTrack()
    for (let count = 0; count < 60; count += 1) {
      if (count % 20 === 0) app.passTime(60_000)
      expect((await get(`/api/stream/${id}`, { range: 'bytes=0-1' })).status).toBe(206)
    }
    app.passTime(60_000)
    const refused = await get(`/api/stream/${id}`)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    app.passTime(60 * 60_000)
    expect((await get(`/api/stream/${id}`)).status).toBe(200)
  })
})

describe('no bytes are sent', () => {
  test('to callers without archive access', async () => {
    const { id, path } = await addTrack()
    const keyless = await app.signIn({ hasKey: false })
    const unverified = await app.signIn({ emailVerified: false })
    for (const address of [path, `/api/stream/${id}`]) {
      expect((await app.fetch(address)).status).toBe(401)
      expect((await get(address, {}, unverified)).status).toBe(403)
      const refused = await get(address, {}, keyless)
      expect([refused.status, await refused.json()]).toMatchObject([403, { error: keyRequired.text }])
    }
  })

  test('for a name that contains NUL', async () => {
    expect((await get('/api/stream/a%00.mp3')).status).toBe(404)
  })

  test.each([
    'gibt-es-nicht.mp3',
    '..%2F..%2Fsecret',
    '%2e%2e%2fsecret',
    'tracks%2F0000',
    '0196f0a0-0000-7000-8000-000000000000',
  ])('of %s', async (name) => {
    const response = await get(`/api/stream/${name}`)
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'FILE_UNAVAILABLE' }])
  })

  test('for a placeholder or a track that is marked as missing', async () => {
    const album = await addByForm(admin, { tracks: [{ title: 'Leer' }, 'Weg'] })
    const [empty, gone] = album.tracks
    await admin.call(updateAlbum, {
      params: { albumTitel: album.albumTitel },
      body: { tracks: [empty?.id ?? '', { id: gone?.id ?? '', title: 'Weg [FEHLT]' }] },
    })
    for (const name of [empty?.id, gone?.id, gone?.file])
      expect((await get(`/api/stream/${name}`)).status).toBe(404)
  })

  test('for a deleted track, from the moment of its deletion', async () => {
    const { id, path } = await addTrack()
    expect((await get(path)).status).toBe(200)
    await admin.call(deleteTrack, { params: { id } })
    expect((await get(path)).status).toBe(404)
    expect((await get(`/api/stream/${id}`)).status).toBe(404)
  })
})

describe('a running stream', () => {
  test('is one of six at most for an account', async () => {
    const { path } = await addTrack(longMusic)
    const sockets = []
    for (let count = 0; count < 6; count += 1)
      sockets.push(await openStalledDownload(app.address, path, listener.token))
    const refused = await get(path)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).not.toBeNull()
    expect(sockets.every((socket) => !socket.destroyed)).toBe(true)
    expect((await get(path, { range: 'bytes=0-9' }, await app.signIn())).status).toBe(206)
    sockets[0]?.destroy()
    await expect
      .poll(async () => (await get(path, { range: 'bytes=0-9' })).status, { timeout: 5000 })
      .toBe(206)
    for (const socket of sockets) socket.destroy()
  })

  test('closes its file when the client has disconnected', async () => {
    const { path } = await addTrack(longMusic)
    const sockets = await Promise.all(
      [1, 2, 3].map(() => openStalledDownload(app.address, path, listener.token)),
    )
    expect(openStoredFiles(app)).toBe(1)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => openStoredFiles(app), { timeout: 5000 }).toBe(0)
  })

  test.each(['session', 'access'] as const)('is cut when its %s ends', async (what) => {
    const { path } = await addTrack(longMusic)
    const other = await app.signIn()
    const [socket, stays] = await Promise.all([
      openStalledDownload(app.address, path, listener.token),
      openStalledDownload(app.address, path, other.token),
    ])
    const { events } = app.services
    if (what === 'session')
      events.emit('sessionsEnded', { sessionIds: [listener.sessionId], reason: 'elsewhere' })
    else events.emit('accessChanged', { userId: listener.id })
    socket.resume()
    await once(socket, 'close')
    expect(socket.bytesRead).toBeLessThan(longMusic.length)
    expect(stays.destroyed).toBe(false)
    stays.destroy()
  })
})
