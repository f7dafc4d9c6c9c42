import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAlbums } from '@tonarchiv/contract/catalog'
import { addAlbum, deleteAlbum, fillTrack } from '@tonarchiv/contract/archive-editing'
import { deleteMessage, postMessage, uploadChatMedia } from '@tonarchiv/contract/chat'
import { updateProfile } from '@tonarchiv/contract/users'
import { deleteVideo } from '@tonarchiv/contract/videos'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { importMusic } from '#features/music-import/index.ts'
import { s3Client } from '#storage/s3/s3-client.ts'
import { STORAGE_AREAS } from '#storage/storage.ts'
import { addByForm, albumForm, fileOf } from '#testing/album-forms.ts'
import { sample, SAMPLES } from '#testing/audio-samples.ts'
import { recordedVoice } from '#testing/voice-recording.ts'
import { settingsAt, startS3 } from '#testing/s3-server.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { startTcpProxy } from '#testing/tcp-proxy.ts'
import { addVideoByForm } from '#testing/video-forms.ts'

const music = sample('cbr.mp3')
const picture = async (width: number) =>
  sharp({ create: { width, height: 300, channels: 3, background: '#305070' } })
    .png()
    .toBuffer()

/** Sends a request as media elements do, without the headers of scripts. Redirects are not followed. */
async function ask(
  app: TestApp,
  path: string,
  {
    token,
    method = 'GET',
    headers = {},
  }: { token?: string; method?: string; headers?: Record<string, string> },
): Promise<{ status: number; headers: IncomingMessage['headers']; bytes: Buffer }> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const request = httpRequest(app.address + path, { method, headers: { ...authorization, ...headers } })
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request.once('response', resolve).once('error', reject).end()
  const response = await promise
  const chunks = await Array.fromAsync<Buffer>(response)
  return { status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }
}

async function filesOf(app: TestApp): Promise<Record<string, number>> {
  const { storage } = app.services
  const later = new Date(Date.now() + 60_000)
  const counts: Record<string, number> = {}
  for (const area of STORAGE_AREAS) counts[area] = (await Array.fromAsync(storage.list(area, later))).length
  return counts
}

test('an archive with media on S3 accepts, shows and removes them, and stores none of them locally', async () => {
  const { settings } = await startS3()
  const app = await startApp({ storage: { kind: 's3', delivery: 'proxy', s3: settings } })
  const admin = await app.signIn({ isAdmin: true })
  const get = async (path: string, headers?: Record<string, string>) =>
    ask(app, path, { token: admin.token, ...(headers && { headers }) })

  const album = await addByForm(admin, { cover: await picture(500), tracks: ['Eins', { title: 'Zwei' }] })
  const [first, second] = album.tracks
  const part = await get(`/api/stream/${first?.file}`, { range: 'bytes=100-299' })
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 100-299/${music.length}`])
  expect(part.bytes.equals(music.subarray(100, 300))).toBe(true)
  expect((await get(`/api/stream/${first?.id}`)).bytes.equals(music)).toBe(true)
  const small = await get(`/api/cover/${album.albumCover}?w=96`.replace('/api/cover//', '/'))
  expect([small.status, small.headers['content-type']]).toEqual([200, 'image/webp'])

  const filled = new FormData()
  filled.set('file', fileOf('lossless.flac'), 'x')
  await admin.call(fillTrack, { params: { id: second?.id ?? '' }, form: filled })
  const flac = await get(`/api/stream/${second?.id}`)
  expect(flac.bytes.equals(sample('lossless.flac'))).toBe(true)

  const avatarUrl = `data:image/png;base64,${(await picture(300)).toString('base64')}`
  const { user } = await admin.call(updateProfile, { body: { avatarUrl } })
  expect((await get(user.avatarUrl ?? '')).headers['content-type']).toBe('image/jpeg')

  const sent = []
  for (const bytes of [await picture(1400), recordedVoice(2)]) {
    const form = new FormData()
    form.set('file', new Blob([Uint8Array.from(bytes)]), 'datei')
    const { mediaUrl, thumbnailUrl } = await admin.call(uploadChatMedia, { form })
    const { message } = await admin.call(postMessage, {
      body: { message: '', messageType: 'media', mediaUrl },
    })
    sent.push(message.id)
    expect((await get(mediaUrl ?? '')).status).toBe(200)
    if (thumbnailUrl !== null) expect((await get(thumbnailUrl)).headers['content-type']).toBe('image/webp')
  }

  const video = await addVideoByForm(admin, { thumbnail: 'cover.jpg' })
  const videoSample = await get(video.url, { range: 'bytes=0-99' })
  expect([videoSample.status, videoSample.headers['content-type']]).toEqual([206, 'video/mp4'])
  expect((await get(`${video.thumbnailUrl}?w=320`)).headers['content-type']).toBe('image/webp')

  const folder = await mkdtemp(join(tmpdir(), 'musik-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(SAMPLES, 'vorbis.ogg'), join(folder, 'Ein Lied.ogg'))
  expect(await importMusic(app.services, folder)).toMatchObject({ albums: 1, tracks: 1 })
  expect(await filesOf(app)).toMatchObject({ tracks: 3, avatars: 1, chat: 2 })
  expect(await readdir(join(app.services.config.dataFolder, 'media'))).toEqual(['staged'])
  expect(await readdir(join(app.services.config.dataFolder, 'media/staged'))).toEqual([])

  await admin.call(deleteVideo, { params: { id: video.id } })
  for (const id of sent) await admin.call(deleteMessage, { params: { id } })
  await admin.call(updateProfile, { body: { avatarUrl: null } })
  const { albums } = await admin.call(listAlbums, { query: {} })
  for (const { albumTitel } of albums) await admin.call(deleteAlbum, { params: { albumTitel } })
  await expect
    .poll(() => filesOf(app), { timeout: 10_000 })
    .toEqual(Object.fromEntries(STORAGE_AREAS.map((area) => [area, 0])))
})

test('music can be fetched from the store only by members with archive access', async () => {
  const s3 = await startS3()
  const app = await startApp({ storage: { kind: 's3', delivery: 'redirect', s3: s3.settings } })
  const admin = await app.signIn({ isAdmin: true })
  const { token, sessionId } = await app.signIn()
  const keyless = await app.signIn({ hasKey: false })
  const album = await addByForm(admin, { cover: await picture(500) })
  const [track] = album.tracks
  const path = `/api/stream/${track?.file}`

  const led = await ask(app, path, { token, headers: { range: 'bytes=0-' } })
  expect([led.status, led.bytes.length, led.headers['cache-control']]).toEqual([302, 0, 'no-store'])
  const address = led.headers.location ?? ''
  expect(new URL(address).origin).toBe(s3.settings.publicEndpoint)
  const there = await fetch(address, { headers: { range: 'bytes=10-19' } })
  expect(Object.fromEntries(there.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'cache-control': 'private',
    'content-range': `bytes 10-19/${music.length}`,
  })
  expect(Buffer.from(await there.arrayBuffer()).equals(music.subarray(10, 20))).toBe(true)
  const again = await ask(app, path, { token, headers: { 'sec-fetch-mode': 'no-cors' } })
  expect(again.headers.location).not.toBeUndefined()

  const download = await ask(app, `/api/stream/${track?.id}`, {
    token,
    headers: { 'sec-fetch-mode': 'navigate' },
  })
  const saved = await fetch(download.headers.location ?? '')
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="Album/)

  const video = await addVideoByForm(admin, { thumbnail: 'cover.jpg' })
  const videoSample = await fetch((await ask(app, video.url, { token })).headers.location ?? '')
  expect([videoSample.headers.get('content-type'), (await videoSample.arrayBuffer()).byteLength]).toEqual([
    'video/mp4',
    video.file_size,
  ])
  expect((await ask(app, video.thumbnailUrl ?? '', { token })).status).toBe(200)

  // Requests of scripts, HEAD requests and cached images are answered by the server itself.
  const read = await ask(app, path, { token, headers: { 'sec-fetch-mode': 'cors', range: 'bytes=0-0' } })
  expect([read.status, read.bytes.length]).toEqual([206, 1])
  const requested = await ask(app, path, { token, method: 'HEAD' })
  expect([requested.status, requested.headers['content-length']]).toEqual([200, String(music.length)])
  const cover = await ask(app, `/api/cover/${album.albumCover}`.replace('/api/cover//', '/'), { token })
  expect([cover.status, cover.headers['cache-control']]).toEqual([
    200,
    'private, max-age=31536000, immutable',
  ])

  for (const [who, status] of [
    [undefined, 401],
    [keyless.token, 403],
  ] as const) {
    const refused = await ask(app, path, { ...(who !== undefined && { token: who }) })
    expect([refused.status, refused.headers.location]).toEqual([status, undefined])
  }
  await app.services.db.deleteFrom('sessions').where('id', '=', sessionId).execute()
  app.services.events.emit('sessionsEnded', { sessionIds: [sessionId], reason: 'elsewhere' })
  expect((await ask(app, path, { token })).status).toBe(401)
  s3.passTime(16_000)
  expect((await fetch(address)).status).toBe(403)
})

/** The timeouts of the store add up to less than ten seconds. A machine that is busy with other tests needs longer. */
const SOON_MS = 20_000

/** See docs/security-requirements.md R-09 */
test.each(['silent', 'refused', 'slow'] as const)(
  'while the store is %s, media are refused soon and everything else goes on; then all is well again',
  async (line) => {
    const s3 = await startS3()
    const proxy = await startTcpProxy(s3.port)
    const storage = { kind: 's3', delivery: 'proxy', s3: settingsAt(proxy.port) } as const
    const app = await startApp({ storage })
    const admin = await app.signIn({ isAdmin: true })
    const chunk = music.subarray(-12_000)
    const song = Buffer.concat(Array.from({ length: 30 }, () => chunk))
    const inParts = Buffer.concat(Array.from({ length: 800 }, () => chunk))
    const [track] = (await addByForm(admin, { tracks: [{ title: 'Lied', file: song }] })).tracks
    const path = `/api/stream/${track?.file}`
    const { token } = admin
    const send = async (method: string, address: string, body: FormData | string) =>
      app.fetch(address, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        },
        body,
      })

    if (line === 'slow') proxy.slowDown(1024)
    else proxy.set(line)
    const startedAt = performance.now()
    const avatarUrl = `data:image/png;base64,${(await picture(300)).toString('base64')}`
    const outcome = Promise.all([
      ask(app, path, { token }),
      send('POST', addAlbum.path, albumForm({ tracks: [{ title: 'Neu', file: inParts }, 'Kurz'] })),
      send('PUT', updateProfile.path, JSON.stringify({ avatarUrl })),
    ])
    let isOver = false
    void outcome.finally(() => (isOver = true))
    await admin.call(listAlbums, { query: {} })
    await admin.call(postMessage, { body: { message: 'Hört ihr was?' } })
    // A store that refuses connections is given up within a moment.
    if (line !== 'refused') expect(isOver).toBe(false)
    const statuses = (await outcome).map(({ status }) => status)
    expect(performance.now() - startedAt).toBeLessThan(SOON_MS)
    // The proxy slows down responses only, so a short file can still be stored.
    expect(statuses).toEqual(line === 'slow' ? [503, 201, 200] : [503, 503, 503])

    proxy.slowDown(undefined)
    proxy.set('open')
    expect((await ask(app, path, { token })).bytes.equals(song)).toBe(true)
    await addByForm(admin, { tracks: [{ title: 'Doch', file: inParts }] })
    const named = await app.services.db.selectFrom('tracks').select('storageName').execute()
    // Each row must have its complete file. A rejected upload may leave a complete file, which the cleanup removes, but
    // never a partial one.
    const store = s3Client(s3.settings)
    const sizes = new Map<string, number>()
    for await (const { key, sizeBytes } of store.list('tracks/')) sizes.set(key, sizeBytes)
    store.close()
    expect(named.every(({ storageName }) => sizes.has(storageName ?? ''))).toBe(true)
    expect(
      [...sizes.values()].every((size) => [song, inParts, music].some(({ length }) => length === size)),
    ).toBe(true)
  },
)
