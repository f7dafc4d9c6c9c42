import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { addByForm } from '#testing/album-forms.ts'
import { sample } from '#testing/audio-samples.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

afterEach(() => void vi.useRealTimers())

/** Sends the beginning of a request as raw text. */
async function send({ address }: TestApp, ...lines: string[]): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  socket.write(lines.join('\r\n'))
  await once(socket, 'readable')
  return socket
}

test('a client that streams for minutes is not treated as a slow sender', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const music = sample('cbr.mp3')
  // Larger than all buffers between server and client.
  const long = Buffer.concat(Array.from({ length: 2400 }, () => music.subarray(-12_000)))
  const album = await addByForm(admin, { tracks: [{ title: 'Lang', file: long }] })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const socket = await send(
    app,
    `GET /api/stream/${album.tracks[0]?.file} HTTP/1.1`,
    'Host: archiv',
    'Connection: close',
    `Authorization: Bearer ${admin.token}`,
    '\r\n',
  )
  vi.advanceTimersByTime(50_000)
  let received = 0
  for await (const chunk of socket) received += chunk instanceof Buffer ? chunk.length : 0
  expect(received).toBeGreaterThan(long.length)
})

test.each([
  ['a call that waits for it', 'POST /api/auth/login', 'application/json'],
  ['a call that was refused', 'POST /api/auth/logout', 'application/json'],
  ['a form that was refused', 'POST /api/add-album', 'multipart/form-data; boundary=x'],
  ['an address that does not exist', 'POST /api/nirgends', 'application/json'],
  ['a call that wants no body', 'GET /healthz', 'application/json'],
])('the body of %s cannot hold its connection', async (_what, line, type) => {
  const app = await startApp()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const head = [
    `${line} HTTP/1.1`,
    'Host: archiv',
    `Content-Type: ${type}`,
    'Content-Length: 100000',
    '\r\n{',
  ]
  const socket = await send(app, ...head)
  socket.resume()
  await eventually(() => {
    vi.advanceTimersByTime(16_000)
    expect(socket.closed).toBe(true)
  })
})
