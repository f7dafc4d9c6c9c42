import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addAlbum, deleteAlbum } from '@tonarchiv/contract/archive-editing'
import { getMediaTicket, login, logout } from '@tonarchiv/contract/auth'
import { ToBrowser } from '@tonarchiv/contract/realtime'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { addByForm, albumForm } from '#testing/album-forms.ts'
import { eventually } from '#testing/eventually.ts'
import { freePort } from '#testing/free-port.ts'
import { sample } from '#testing/audio-samples.ts'
import { prepareNginx } from '#testing/nginx.ts'
import { startApp } from '#testing/start-app.ts'
import { addVideoByForm } from '#testing/video-forms.ts'

const music = sample('cbr.mp3')
const SCRIPT = 'console.log("Hallo")'

interface ConditionalHeaders {
  token?: string
  method?: string
  headers?: Record<string, string>
  body?: Buffer | string
  /** Another local address, to simulate another client. */
  from?: string
}

const musicOf = (frames: number) =>
  Buffer.concat(Array.from({ length: frames }, () => music.subarray(-12_000)))
/** Five slices. */
const longMusic = musicOf(420)
/** More than all buffers between nginx and a client that does not read. */
const veryLongMusic = musicOf(2400)

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  bytes: Buffer
}

test('in front of several processes nginx routes a logged-in client to one of them, and spreads the others', async () => {
  const ports = await Promise.all(
    [1, 2].map(async () => {
      const process = createServer((_request, response) => response.end(String(localPortOf(process))))
      onTestFinished(() => void process.close())
      await once(process.listen(0, '127.0.0.1'), 'listening')
      return localPortOf(process)
    }),
  )
  const [httpsPort, httpPort] = [await freePort(), await freePort()]
  const nginx = await prepareNginx(httpsPort, httpPort)
  await nginx.start(ports, tmpdir())
  const answeredBy = async (token: string) => {
    const request = httpsRequest(`https://127.0.0.1:${httpsPort}/api/uploads`, {
      ca: nginx.certificate,
      servername: 'localhost',
      agent: false,
      headers: { host: `localhost:${httpsPort}`, authorization: `Bearer ${token}` },
    })
    return Number((await answerTo(request)).bytes.toString())
  }
  const tokens = Array.from({ length: 20 }, (_, number) => `st_${number}`)
  const first = await Promise.all(tokens.map(answeredBy))
  expect(await Promise.all(tokens.map(answeredBy))).toEqual(first)
  expect(new Set(first)).toEqual(new Set(ports))
})

async function archiveBehindNginx(settings: { rateLimitFactor?: number } = {}) {
  const [httpsPort, httpPort] = [await freePort(), await freePort()]
  const nginx = await prepareNginx(httpsPort, httpPort)
  const webFolder = await mkdtemp(join(tmpdir(), 'tonarchiv-web-'))
  onTestFinished(() => rm(webFolder, { recursive: true, force: true }))
  await mkdir(join(webFolder, 'assets'))
  for (const page of ['login', 'register', 'letter', 'app'])
    await writeFile(join(webFolder, `${page}.html`), `<title>${page}</title>`)
  await writeFile(join(webFolder, 'manifest.webmanifest'), '{}')
  await writeFile(join(webFolder, 'assets/app-1a2b3c.js'), SCRIPT)
  const publicUrl = `https://localhost:${httpsPort}`
  const app = await startApp(
    { publicUrl, trustedProxies: ['127.0.0.1'], storage: { kind: 'disk', delivery: 'accel' }, ...settings },
    { webFolder },
  )
  const mediaFolder = join(app.services.config.dataFolder, 'media')
  await nginx.start([Number(new URL(app.address).port)], mediaFolder)

  function open(path: string, { token, method = 'GET', headers = {}, from }: ConditionalHeaders = {}) {
    return httpsRequest(`https://127.0.0.1:${httpsPort}`, {
      path,
      method,
      ca: nginx.certificate,
      servername: 'localhost',
      agent: false,
      headers: {
        host: `localhost:${httpsPort}`,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(from !== undefined && { localAddress: from }),
    })
  }
  const ask = async (path: string, options: ConditionalHeaders = {}) =>
    answerTo(open(path, options), options.body)
  const { certificate, mediaLog } = nginx
  return { app, ask, open, publicUrl, httpPort, mediaFolder, certificate, mediaLog }
}

function localPortOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It does not listen')
  return address.port
}

async function answerTo(request: ReturnType<typeof httpRequest>, body?: Buffer | string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request.once('response', resolve).once('error', reject).end(body)
  const response = await promise
  const bytes = Buffer.concat(await Array.fromAsync<Buffer>(response))
  return { status: response.statusCode ?? 0, headers: response.headers, bytes }
}

test('login, streams, covers, chat and uploads work through nginx, which sends the media itself', async () => {
  const { app, ask, publicUrl, httpPort, mediaFolder, certificate, mediaLog } = await archiveBehindNginx()
  const admin = await app.signIn({ isAdmin: true })
  const cover = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#305070' } })
    .png()
    .toBuffer()
  const album = await addByForm(admin, { cover, tracks: [{ title: 'Süß', file: 'cbr.mp3' }] })
  const [track] = album.tracks
  const path = `/api/stream/${track?.file}`

  // The redirect from http to https, the page, and its files, which nginx caches.
  const led = await answerTo(
    httpRequest({ port: httpPort, host: '127.0.0.1', path: '/archive?x=1', headers: { host: 'localhost' } }),
  )
  expect([led.status, led.headers.location]).toEqual([308, 'https://localhost/archive?x=1'])
  const page = await ask('/')
  expect([page.status, page.bytes.toString()]).toEqual([200, '<title>login</title>'])
  expect(page.headers['strict-transport-security']).toContain('max-age')
  const script = await ask('/assets/app-1a2b3c.js')
  expect([script.bytes.toString(), script.headers['x-cache']]).toEqual([SCRIPT, 'MISS'])
  expect((await ask('/assets/app-1a2b3c.js?x=2')).headers['x-cache']).toBe('HIT')

  // Login, with the cookie that https sets.
  const member = await app.signIn()
  const session = await ask(login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: member.email, password: member.password }),
  })
  expect(session.status).toBe(200)
  const cookie = /^(__Host-sid=[^;]+);/.exec(session.headers['set-cookie']?.[0] ?? '')?.[1] ?? ''
  expect(cookie).not.toBe('')

  // Media sent by nginx: with its own ETag and our headers for type, caching and security.
  const part = await ask(path, { headers: { cookie, range: 'bytes=100-299' } })
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 100-299/${music.length}`])
  expect(part.bytes.equals(music.subarray(100, 300))).toBe(true)
  expect(part.headers).toMatchObject({
    server: 'nginx',
    'content-type': 'audio/mpeg',
    'cache-control': 'private',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  expect(part.headers['x-accel-redirect']).toBeUndefined()
  const etag = part.headers.etag ?? ''
  expect(etag).toMatch(/^"[\da-f]+-[\da-f]+"$/)
  expect((await ask(path, { headers: { cookie, 'if-none-match': etag } })).status).toBe(304)
  expect((await ask(path, { headers: { cookie, range: 'bytes=99999999-' } })).status).toBe(416)
  expect((await ask(path, { headers: { cookie, range: 'bytes=0-1,5-6' } })).bytes.equals(music)).toBe(true)
  const head = await ask(path, { method: 'HEAD', headers: { cookie } })
  expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([
    200,
    String(music.length),
    0,
  ])
  const download = await ask(`/api/stream/${track?.id}`, { token: admin.token })
  expect(download.headers['content-disposition']).toContain(`filename*=UTF-8''`)
  const coverPath = (album.albumCover ?? '').replace(/^\/static/, '')
  const small = await ask(`${coverPath}?w=96`, { headers: { cookie } })
  expect([small.status, small.headers['content-type'], small.headers['cache-control']]).toEqual([
    200,
    'image/webp',
    'private, max-age=31536000, immutable',
  ])

  const video = await addVideoByForm(admin, { thumbnail: 'cover.jpg' })
  const videoSample = await ask(video.url, { headers: { cookie, range: 'bytes=0-99' } })
  expect([videoSample.status, videoSample.headers['content-type'], videoSample.headers.etag]).toEqual([
    206,
    'video/mp4',
    expect.stringMatching(/^"[\da-f]+-[\da-f]+"$/),
  ])

  // Access checks.
  const keyless = await app.signIn({ hasKey: false })
  expect((await ask(path)).status).toBe(401)
  expect((await ask(path, { token: keyless.token })).status).toBe(403)
  const [row] = await app.services.db.selectFrom('tracks').select('storageName').execute()
  const [area = '', digits = ''] = (row?.storageName ?? '').split('/')
  const inside = `${area}/${digits.slice(0, 2)}/${digits.slice(2, 4)}/${digits}`
  for (const direct of [
    `/_media/${inside}`,
    `/_media//${inside}`,
    `/%5fmedia/${inside}`,
    `/_media/../_media/${inside}`,
    '/_media/',
    '/_media/%2e%2e/_media/tracks',
    '/_media/staged/x.part',
  ]) {
    const answer = await ask(direct, {
      token: admin.token,
      headers: { 'x-accel-redirect': `/_media/${inside}` },
    })
    expect([direct, answer.status, answer.bytes.includes(music.subarray(0, 100))]).toEqual([
      direct,
      404,
      false,
    ])
  }
  expect((await ask('/_media/..%2f..%2fsecret', { token: admin.token })).status).toBe(400)
  const forged = await ask('/healthz', { headers: { 'x-accel-redirect': `/_media/${inside}` } })
  expect([forged.status, forged.headers['content-type']]).toEqual([200, expect.stringContaining('json')])

  // The socket, which only our page may open.
  const open = (origin: string) =>
    new WebSocket(`${publicUrl.replace('https', 'wss')}/ws`, { ca: certificate, origin, headers: { cookie } })
  const socket = open(publicUrl)
  const first = await new Promise<unknown>((resolve, reject) => {
    socket.once('message', (data) => resolve(JSON.parse(data instanceof Buffer ? data.toString() : '')))
    socket.once('error', reject)
  })
  expect(z.safeParse(ToBrowser, first).success).toBe(true)
  socket.terminate()
  const outsider = open('https://anderswo.example')
  expect(await new Promise((resolve) => outsider.once('error', ({ message }) => resolve(message)))).toContain(
    '403',
  )

  // A large upload, and the client address: the one that nginx has seen, not the one that the client claims.
  const long = Buffer.concat(Array.from({ length: 250 }, () => music.subarray(-12_000)))
  const encoded = new Response(albumForm({ albumTitel: 'Groß', tracks: [{ title: 'Lang', file: long }] }))
  const body = Buffer.from(await encoded.arrayBuffer())
  const added = await ask(addAlbum.path, {
    method: 'POST',
    token: admin.token,
    from: '127.0.0.2',
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': String(body.length),
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'x-real-ip': '203.0.113.9',
    },
    body,
  })
  expect(added.status).toBe(201)
  const acts = await app.services.db.selectFrom('adminActs').select(['address', 'target']).execute()
  expect(acts.map(({ address }) => address ?? '').toSorted()).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.2'])
  const answer = z.parse(addAlbum.answer, JSON.parse(added.bytes.toString()))
  const received = await ask(`/api/stream/${answer.album.tracks[0]?.file}`, { token: admin.token })
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect(hash(received.bytes)).toBe(hash(long))
  expect((await ask('/_slices', { token: admin.token })).status).toBe(404)
  const tooLarge = await ask('/', { method: 'POST', body: Buffer.alloc(70_000) })
  expect(tooLarge.status).toBe(413)

  // nginx follows no symbolic link, and a credential whose session has ended is not
  // accepted.
  // What nginx may not open is named in its log, without the client and its ticket.
  expect(await readFile(mediaLog, 'utf8')).toBe('')
  const place = join(mediaFolder, inside)
  const { ticket } = await admin.call(getMediaTicket, {})
  // The server keeps a file open for a moment; otherwise it would refuse the link itself.
  expect((await ask(`${path}?token=${ticket}`)).status).toBe(200)
  await rm(place)
  await symlink('/etc/hostname', place)
  expect((await ask(`${path}?token=${ticket}`)).status).toBe(403)
  // nginx writes its log after the answer.
  const denied = await eventually(async () => {
    const written = await readFile(mediaLog, 'utf8')
    expect(written).toMatch(/^\S+ 403 \S+ could not be opened; let nginx into the group: usermod .*$/m)
    return written
  })
  expect(denied).toContain(place)
  for (const secret of [ticket, '127.0.0.1', 'token']) expect(denied).not.toContain(secret)
  await admin.call(deleteAlbum, { params: { albumTitel: album.albumTitel } })
  expect((await ask(path, { headers: { cookie } })).status).toBe(404)
  const ended = z.parse(login.answer, JSON.parse(session.bytes.toString()))
  await ask(logout.path, { method: logout.method, token: ended.token })
  expect((await ask(`/api/stream/${answer.album.tracks[0]?.file}`, { headers: { cookie } })).status).toBe(401)
})

async function trackBehindNginx(file: Buffer) {
  const archive = await archiveBehindNginx({ rateLimitFactor: 1 })
  const admin = await archive.app.signIn({ isAdmin: true })
  const member = await archive.app.signIn()
  const [track] = (await addByForm(admin, { tracks: [{ title: 'Lang', file }] })).tracks
  return { ...archive, member, path: `/api/stream/${track?.file}`, download: `/api/stream/${track?.id}` }
}

test('the slices of nginx reach the client as one response, whatever it requests', async () => {
  const { ask, path, download, member } = await trackBehindNginx(longMusic)
  const { token } = member
  const size = longMusic.length
  const get = async (headers: Record<string, string>, method = 'GET') => ask(path, { token, headers, method })
  const whole = await get({})
  expect(whole.status).toBe(200)
  expect(whole.bytes.equals(longMusic)).toBe(true)
  expect(whole.headers).toMatchObject({
    'content-length': String(size),
    'content-type': 'audio/mpeg',
    'cache-control': 'private',
    'accept-ranges': 'bytes',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const etag = whole.headers.etag ?? ''
  expect(etag, 'nginx sends the slices itself').toMatch(/^"[\da-f]+-[\da-f]+"$/)
  const modified = whole.headers['last-modified'] ?? ''
  const other = new Date(Date.parse(modified) - 60_000).toUTCString()

  for (const [range, start, end] of [
    ['bytes=0-', 0, size - 1],
    ['bytes=3000000-', 3_000_000, size - 1],
    ['bytes=1000000-4999999', 1_000_000, 4_999_999],
    ['bytes=-2500000', size - 2_500_000, size - 1],
    ['bytes=-9', size - 9, size - 1],
    [`bytes=${size - 1}-${size + 5}`, size - 1, size - 1],
    ['bytes=1048576-2097151', 1_048_576, 2_097_151],
  ] as const) {
    for (const condition of [undefined, etag, modified]) {
      const part = await get({ range, ...(condition !== undefined && { 'if-range': condition }) })
      expect([range, part.status, part.headers['content-range'], part.headers.etag]).toEqual([
        range,
        206,
        `bytes ${start}-${end}/${size}`,
        etag,
      ])
      expect(part.bytes.equals(longMusic.subarray(start, end + 1)), range).toBe(true)
    }
  }
  for (const condition of ['"another"', other]) {
    const changed = await get({ range: 'bytes=3000000-3000009', 'if-range': condition })
    expect([changed.status, changed.bytes.equals(longMusic)]).toEqual([200, true])
  }
  const several = await get({ range: 'bytes=0-1,5-6' })
  expect([several.status, several.bytes.equals(longMusic)]).toEqual([200, true])
  for (const range of [`bytes=${size}-`, 'bytes=999999999-', 'bytes=-0']) {
    const outside = await get({ range })
    expect([range, outside.status, outside.headers['content-range']]).toEqual([range, 416, `bytes */${size}`])
  }
  for (const [name, value] of [
    ['if-none-match', etag],
    ['if-modified-since', modified],
  ] as const) {
    const unchanged = await get({ [name]: value })
    expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0])
  }
  const head = await get({}, 'HEAD')
  expect([head.status, head.headers['content-length'], head.headers.etag]).toEqual([200, String(size), etag])

  // 65 slices are 13 downloads, of which 60 an hour are allowed.
  for (let count = 0; count < 13; count += 1) {
    const saved = await ask(download, { token })
    expect([saved.status, saved.bytes.equals(longMusic)]).toEqual([200, true])
    expect(saved.headers['content-disposition']).toMatch(
      /^attachment; filename="[^"]+"; filename\*=UTF-8''[^,]+$/,
    )
  }
})

/** docs/security-requirements.md A-09 */
test('a stream that nginx sends ends with its session, and so does a download', async () => {
  const { app, open, ask, path, download } = await trackBehindNginx(veryLongMusic)
  for (const [address, headers] of [
    [path, { range: 'bytes=0-' }],
    [path, {}],
    [download, {}],
  ] as const) {
    const { token } = await app.signIn()
    const request = open(address, { token, headers })
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    request.once('response', resolve).once('error', reject).end()
    const response = await promise
    response.pause()
    await ask(logout.path, { method: logout.method, token })
    let received = 0
    response.on('data', (bytes: Buffer) => (received += bytes.length)).resume()
    const error = await new Promise((end) => {
      response.once('error', end)
      response.once('end', () => end(undefined))
    })
    expect(error).toMatchObject({ code: 'ECONNRESET' })
    // The rest of a slice, and what was on its way already.
    expect(received).toBeLessThan(veryLongMusic.length / 2)
  }
})

test('an nginx that does not offer slices, as ours of before, sends pictures and leaves streams to us', async () => {
  const app = await startApp({ storage: { kind: 'disk', delivery: 'accel' } })
  const admin = await app.signIn({ isAdmin: true })
  const album = await addByForm(admin, { cover: 'cover.jpg', tracks: [{ title: 'Lang', file: longMusic }] })
  const get = async (path: string, headers: Record<string, string> = {}) =>
    app.fetch(path, { headers: { authorization: `Bearer ${admin.token}`, ...headers } })
  const stream = await get(`/api/stream/${album.tracks[0]?.file}`, { range: 'bytes=0-99' })
  expect([stream.status, stream.headers.get('x-accel-redirect')]).toEqual([206, null])
  expect(Buffer.from(await stream.arrayBuffer()).equals(longMusic.subarray(0, 100))).toBe(true)
  const cover = await get((album.albumCover ?? '').replace(/^\/static/, ''))
  expect(cover.headers.get('x-accel-redirect')).toMatch(/^\/_media\/covers\//)
})

test('without nginx a client gains nothing by the header of the slices', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const admin = await app.signIn({ isAdmin: true })
  const [track] = (await addByForm(admin, {})).tracks
  const statuses = new Set<number>()
  for (let count = 0; count <= 61; count += 1) {
    const headers = { authorization: `Bearer ${admin.token}`, 'x-media-slices': 'slice', range: 'bytes=0-9' }
    statuses.add((await app.fetch(`/api/stream/${track?.file}`, { headers })).status)
  }
  expect([...statuses]).toEqual([206, 429])
})
