import { once } from 'node:events'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'
import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

const MEGABYTE = 1024 * 1024
const QUESTION = '{"type":"heartbeat","ask":true}'

/** A socket that sends messages in fragments. */
async function openInChunks({ address }: TestApp, token: string) {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws?token=${token}`)
  onTestFinished(() => socket.terminate())
  socket.on('error', () => {})
  let heartbeats = 0
  socket.on('message', (data: Buffer) => {
    if (data.toString().includes('"heartbeat"')) heartbeats += 1
  })
  const closed = once(socket, 'close').then(([code]: unknown[]) => code)
  await once(socket, 'open')
  return {
    closed,
    heartbeats: () => heartbeats,
    /** Sends one message in this number of fragments. */
    send: (text: string, chunks: number) => {
      const size = Math.ceil(text.length / chunks)
      for (let chunk = 0; chunk < chunks; chunk += 1)
        socket.send(text.slice(chunk * size, (chunk + 1) * size), { fin: chunk === chunks - 1 })
    },
    begin: (text: string) => socket.send(text, { fin: false }),
  }
}

/** Opens a socket, and returns its raw connection and the head of the handshake's response. */
async function openBare(
  { address }: TestApp,
  token: string,
  headers: Record<string, string> = {},
): Promise<{ stream: Duplex; extensions: string | undefined }> {
  const handshake = request(`${address}/ws?token=${token}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      ...headers,
    },
  })
  handshake.end()
  const [response, stream] = await once(handshake, 'upgrade')
  onTestFinished(() => stream.destroy())
  stream.on('error', () => {})
  return { stream, extensions: response.headers['sec-websocket-extensions'] }
}

test('a message may have sixteen fragments, and one more closes the socket', async () => {
  const app = await startApp()
  const socket = await openInChunks(app, (await app.signIn()).token)
  socket.send(QUESTION, 16)
  await eventually(() => expect(socket.heartbeats()).toBe(1))
  socket.send(QUESTION, 17)
  expect(await socket.closed).toBe(SOCKET_CLOSED.policy)
})

test('a message that never ends is not buffered: empty fragments count, and so do bytes', async () => {
  const app = await startApp()
  const empty = await openInChunks(app, (await app.signIn()).token)
  for (let chunk = 0; chunk < 100; chunk += 1) empty.begin('')
  expect(await empty.closed).toBe(SOCKET_CLOSED.policy)
  const large = await openInChunks(app, (await app.signIn()).token)
  large.begin('x'.repeat(4000))
  large.begin('x'.repeat(97))
  expect(await large.closed).toBe(SOCKET_CLOSED.tooBig)
})

test('a frame that arrives in tiny chunks closes the socket after some of them', async () => {
  const app = await startApp()
  const { stream } = await openBare(app, (await app.signIn()).token)
  stream.resume()
  const closed = once(stream, 'close')
  // A masked text frame of 4096 bytes.
  stream.write(Buffer.from([0x81, 0xfe, 0x10, 0x00, 0, 0, 0, 0]))
  let dripped = 0
  const drips = setInterval(() => {
    dripped += 1
    if (dripped < 4000) stream.write('x')
  }, 2)
  onTestFinished(() => clearInterval(drips))
  await closed
  expect(dripped).toBeLessThan(4000)
})

test('compression is never negotiated, because small messages could expand to large ones', async () => {
  const app = await startApp()
  const offer = { 'sec-websocket-extensions': 'permessage-deflate; client_max_window_bits' }
  expect((await openBare(app, (await app.signIn()).token, offer)).extensions).toBeUndefined()
})

test('many clients that flood, drip, or send partial messages need little memory, and other calls are answered', async () => {
  const app = await startApp()
  const other = openSocket(app, { token: (await app.signIn()).token })
  await other.ready()
  const tokens = await Array.fromAsync({ length: 100 }, async () => (await app.signIn()).token)
  const sockets = await Promise.all(tokens.map(async (token) => openBare(app, token)))
  for (const { stream } of sockets) stream.resume()
  const before = process.memoryUsage().rss
  const masked = (head: number[], bytes: number) => Buffer.concat([Buffer.from(head), Buffer.alloc(bytes)])
  const halves = masked([0x81, 0xfe, 0x10, 0x00, 0, 0, 0, 0], 4000)
  const beginnings = Buffer.concat(Array.from({ length: 2000 }, () => masked([0x01, 0x81, 0, 0, 0, 0], 1)))
  const bytes = Buffer.concat(Array.from({ length: 2000 }, () => masked([0x82, 0x81, 0, 0, 0, 0], 1)))
  const texts = Buffer.concat(Array.from({ length: 2000 }, () => masked([0x81, 0x80, 0, 0, 0, 0], 0)))
  const kinds = [halves, beginnings, bytes, texts]
  for (const [turn, { stream }] of sockets.entries()) stream.write(kinds[turn % kinds.length])
  // There are four kinds of clients here. Still connected are only those that have sent half a message and nothing
  // invalid.
  await eventually(() => expect(app.sockets.count()).toBe(1 + 25))
  other.send({ type: 'heartbeat', ask: true })
  await eventually(() => expect(other.all('heartbeat')).toHaveLength(1))
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE)
})
