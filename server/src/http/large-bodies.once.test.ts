import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { overloaded, rateLimited } from '@tonarchiv/contract/refusal'
import { getProfile, updateProfile } from '@tonarchiv/contract/users'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

const MEGABYTE = 1024 * 1024
const SENDERS = 100
/** Number of bytes that each client sends before it stops, and the size of the body that it declares. */
const SENT_BYTES = 6 * MEGABYTE
const ANNOUNCED_BYTES = 11 * MEGABYTE
/**
 * Limit of the memory of the server. All bodies together would need twice as much; the four that are admitted need far
 * less.
 */
const MEMORY_MAX_BYTES = 300 * MEGABYTE
/** All clients send these same bytes, so that the clients need little memory. */
const CHUNK = Buffer.alloc(SENT_BYTES, 'A')

interface Sender {
  socket: Socket
  /** The response so far. */
  answer: () => string
}

/** Sends the head of a request and the first part of its body, and stops then. */
function sendHalf(
  { address }: TestApp,
  call: string,
  headers: Record<string, string>,
  start: string,
  rest: Buffer = CHUNK,
): Sender {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  let answer = ''
  socket.on('error', () => {})
  socket.on('data', (data) => {
    answer += data.toString()
    // A rejected client does not send the rest of its body.
    if (answer.includes(overloaded.code)) socket.destroy()
  })
  const lines = Object.entries({ Host: 'archiv', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${call} HTTP/1.1\r\n${lines.join('')}\r\n${start}`)
  socket.write(rest)
  return { socket, answer: () => answer }
}

const jsonHeaders = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  'content-length': String(ANNOUNCED_BYTES),
})
const START = '{"avatarUrl":"data:image/png;base64,'
const isRefused = ({ answer }: Sender) => answer().includes(overloaded.code)

test('a hundred large JSON bodies that stop half-way do not fill the memory, and other calls are answered', async () => {
  const app = await startApp()
  const tokens = await Array.fromAsync({ length: SENDERS }, async () => (await app.signIn()).token)
  const other = await app.signIn()
  const before = process.memoryUsage().rss
  const senders = tokens.map((token) => sendHalf(app, 'PUT /api/user/profile', jsonHeaders(token), START))
  await eventually(() => expect(senders.filter(isRefused)).toHaveLength(SENDERS - 4))
  // The bodies of all other clients have arrived except for their last bytes.
  const held = senders.filter((sender) => !isRefused(sender))
  await eventually(() => expect(held.map(({ socket }) => socket.writableLength)).toEqual(held.map(() => 0)))
  expect(process.memoryUsage().rss - before).toBeLessThan(MEMORY_MAX_BYTES)
  const { user } = await other.call(updateProfile, { body: { bio: 'Ich bin da' } })
  expect(user.bio).toBe('Ich bin da')

  const [first] = held
  if (first === undefined) throw new Error('Nobody was let in')
  first.socket.write(`${'A'.repeat(ANNOUNCED_BYTES - SENT_BYTES - START.length - 2)}"}`)
  await eventually(() => expect(first.answer()).toContain('Das Bild darf maximal 8MB groß sein.'))
  const next = await other.refusal(updateProfile, {
    body: { avatarUrl: `data:image/png;base64,${'A'.repeat(100_000)}` },
  })
  expect(next.status).toBe(415)
})

test('a hundred forms with images that stop half-way do not fill the memory, and other calls are answered', async () => {
  const app = await startApp()
  const tokens = await Array.fromAsync({ length: SENDERS }, async () => (await app.signIn()).token)
  const other = await app.signIn()
  const before = process.memoryUsage().rss
  const rest = CHUNK.subarray(0, 5 * MEGABYTE)
  const senders = tokens.map((token) =>
    sendHalf(
      app,
      'PUT /api/user/avatar',
      {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(7 * MEGABYTE),
      },
      '--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n',
      rest,
    ),
  )
  await eventually(() =>
    expect(senders.map(({ socket }) => socket.writableLength)).toEqual(senders.map(() => 0)),
  )
  expect((await other.call(getProfile, {})).user.id).toBe(other.id)
  expect(process.memoryUsage().rss - before).toBeLessThan(MEMORY_MAX_BYTES)
  expect(senders.map(({ answer }) => answer())).toEqual(senders.map(() => ''))
})

test('one account sends one large JSON body at a time, and gets its place back when it goes away', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const body = { avatarUrl: `data:image/png;base64,${'A'.repeat(100_000)}` }
  const { socket } = sendHalf(app, 'PUT /api/user/profile', jsonHeaders(mara.token), START)
  await eventually(async () =>
    expect((await mara.refusal(updateProfile, { body })).body.code).toBe(rateLimited.code),
  )
  // A small body is not rejected.
  await mara.call(updateProfile, { body: { bio: 'Klein' } })
  socket.destroy()
  await once(socket, 'close')
  await eventually(async () => expect((await mara.refusal(updateProfile, { body })).status).toBe(415))
})
