import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, symlink } from 'node:fs/promises'
import { createServer, request as httpRequest, type Server } from 'node:http'
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
import { sample } from '#testing/audio-samples.ts'
import { addByForm, albumForm } from '#testing/album-forms.ts'
import { eventually } from '#testing/eventually.ts'
import { freePort } from '#testing/free-port.ts'
import { prepareNginx } from '#testing/nginx.ts'
import { addVideoByForm } from '#testing/video-forms.ts'
import { answerTo, archiveBehindNginx, SCRIPT } from '#testing/behind-nginx.ts'

const music = sample('cbr.mp3')

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

function localPortOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It does not listen')
  return address.port
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

  // Tests the redirect from http to https, the page, and the page's files, which nginx caches.
  const led = await answerTo(
    httpRequest({ port: httpPort, host: '127.0.0.1', path: '/archive?x=1', headers: { host: 'localhost' } }),
  )
  expect([led.status, led.headers.location]).toEqual([308, 'https://localhost/archive?x=1'])
  const page = await ask('/')
  expect([page.status, page.bytes.toString()]).toEqual([200, expect.stringContaining('<p>login</p>')])
  expect(page.headers['strict-transport-security']).toContain('max-age')
  const script = await ask('/assets/app-1a2b3c.js')
  expect([script.bytes.toString(), script.headers['x-cache']]).toEqual([SCRIPT, 'MISS'])
  expect((await ask('/assets/app-1a2b3c.js?x=2')).headers['x-cache']).toBe('HIT')

  // Tests the login with the cookie that a site with https sets.
  const member = await app.signIn()
  const session = await ask(login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: member.email, password: member.password }),
  })
  expect(session.status).toBe(200)
  const cookie = /^(__Host-sid=[^;]+);/.exec(session.headers['set-cookie']?.[0] ?? '')?.[1] ?? ''
  expect(cookie).not.toBe('')

  // Tests media that nginx sends. They have the ETag of nginx and our headers for type, caching and security.
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

  // Tests the socket, which only our own page may open.
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

  // Tests a large upload and the client address: the server must use the address that nginx has seen, not the one that
  // the client claims.
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

  // Tests that nginx follows no symbolic link, and that a credential whose session has ended is rejected. The log of
  // nginx names a file that nginx may not open, but neither the client nor its ticket.
  expect(await readFile(mediaLog, 'utf8')).toBe('')
  const place = join(mediaFolder, inside)
  const { ticket } = await admin.call(getMediaTicket, {})
  // The server has just opened the file and keeps it open for a moment. Otherwise the server itself would reject the
  // link.
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
