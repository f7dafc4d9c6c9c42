import type { IncomingMessage } from 'node:http'
import { logout } from '@tonarchiv/contract/auth'
import { expect, test } from 'vitest'
import { sample } from '#testing/audio-samples.ts'
import { addByForm } from '#testing/album-forms.ts'
import { startApp } from '#testing/start-app.ts'
import { archiveBehindNginx } from '#testing/behind-nginx.ts'

const music = sample('cbr.mp3')
const musicOf = (frames: number) =>
  Buffer.concat(Array.from({ length: frames }, () => music.subarray(-12_000)))
/** Five slices. */
const longMusic = musicOf(420)
/** Larger than all buffers between nginx and a client that does not read. */
const veryLongMusic = musicOf(2400)

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

  // 13 downloads of 5 slices each are 65 requests. The limit of 60 an hour applies to downloads, not to slices.
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
    // The client still receives the rest of the current slice, and the bytes that were already being sent.
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
