import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { getProfile } from '@tonarchiv/contract/users'
import { expect, onTestFinished, test } from 'vitest'
import { startApp, type TestApp } from '#testing/start-app.ts'

const KILOBYTE = 1024
const json = { 'content-type': 'application/json' }

async function statusOf({ address }: TestApp, head: string): Promise<string> {
  const socket = open(address)
  socket.write(head)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer.slice('HTTP/1.1 '.length).slice(0, 3)
}

function open(address: string): Socket {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  return socket
}

test('a JSON body has 64 KiB at most, and one byte more is too much, announced or not', async () => {
  const app = await startApp()
  const { token } = await app.signIn()
  const headers = { ...json, authorization: `Bearer ${token}` }
  const bodyOf = (bytes: number) => `{"bio":"","x":"${'x'.repeat(bytes - '{"bio":"","x":""}'.length)}"}`
  const send = async (body: string | ReadableStream, path = '/api/user/username') => {
    // Node requires `duplex` when the body is a stream, but the type does not declare it.
    const init: RequestInit = { method: 'PUT', headers, body, duplex: 'half' }
    return (await app.fetch(path, init)).status
  }
  const inChunks = (text: string) => new Blob([text]).stream()
  // Status 400 shows that the size was accepted: the bodies are valid except for a missing name.
  expect(await send(bodyOf(64 * KILOBYTE))).toBe(400)
  expect(await send(inChunks(bodyOf(64 * KILOBYTE)))).toBe(400)
  expect(await send(bodyOf(64 * KILOBYTE + 1))).toBe(413)
  expect(await send(inChunks(bodyOf(64 * KILOBYTE + 1)))).toBe(413)
})

test('an address has 2048 bytes at most, and one more is too much', async () => {
  const app = await startApp()
  const path = (bytes: number) => `/api/${'x'.repeat(bytes - '/api/'.length)}`
  expect((await app.fetch(path(2048))).status).toBe(404)
  expect((await app.fetch(path(2049))).status).toBe(414)
})

test.each([
  ['a call', 'Connection: close\r\n', '200'],
  ['a handshake', 'Connection: Upgrade\r\nUpgrade: websocket\r\n', '404'],
])('%s has a hundred headers at most, and one more is too much', async (_what, connection, status) => {
  const app = await startApp()
  const head = (count: number) => {
    const fixed = `Host: archiv\r\n${connection}`
    const more = Array.from(
      { length: count - fixed.trim().split('\r\n').length },
      (_, at) => `X-${at}: y\r\n`,
    )
    return `GET /healthz HTTP/1.1\r\n${fixed}${more.join('')}\r\n`
  }
  expect(await statusOf(app, head(100))).toBe(status)
  expect(await statusOf(app, head(101))).toBe('431')
})

test('headers have 16 KiB at most', async () => {
  const app = await startApp()
  const head = (bytes: number) =>
    `GET /healthz HTTP/1.1\r\nHost: archiv\r\nConnection: close\r\nX: ${'x'.repeat(bytes)}\r\n\r\n`
  expect(await statusOf(app, head(15 * KILOBYTE))).toBe('200')
  expect(await statusOf(app, head(17 * KILOBYTE))).toBe('431')
})

test('five hundred connections that never send a request are closed after ten seconds, and other calls are answered in the meantime', async () => {
  const app = await startApp()
  const member = await app.signIn()
  const beginnings = ['', 'GET /healthz HTTP/1.1\r\nHost: archiv\r\nX: ', 'POST /api/auth/login HTTP/1.1\r\n']
  const sockets = Array.from({ length: 500 }, (_, turn) => {
    const socket = open(app.address)
    socket.write(beginnings[turn % beginnings.length] ?? '')
    // Reads the socket. Otherwise it would not notice that the server has closed the connection.
    socket.resume()
    return socket
  })
  const drips = setInterval(() => {
    for (const [turn, socket] of sockets.entries())
      if (turn % beginnings.length === 1 && socket.writable) socket.write('x')
  }, 1000)
  onTestFinished(() => clearInterval(drips))
  const closed = Promise.all(
    sockets.map(async (socket) => (socket.closed ? undefined : once(socket, 'close'))),
  )
  await Promise.all(sockets.map(async (socket) => (socket.connecting ? once(socket, 'connect') : undefined)))
  expect((await member.call(getProfile, {})).user.id).toBe(member.id)
  await closed
}, 27_000)
