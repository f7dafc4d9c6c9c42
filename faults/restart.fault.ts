import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addAlbum } from '@tonarchiv/contract/archive-editing'
import { login } from '@tonarchiv/contract/auth'
import { postMessage } from '@tonarchiv/contract/chat'
import { SOCKET_CLOSED, SOCKET_PATH } from '@tonarchiv/contract/realtime'
import { expect, test } from 'vitest'
import { createChatMembers } from '../bench/archive/chat-members.ts'
import { ChatSocket, keepAlive, openSockets } from '../bench/load/chat-socket.ts'
import { percentile } from '../bench/load/percentile.ts'
import { albumForm } from '../server/src/testing/album-forms.ts'
import { ChatReader } from '../server/src/testing/chat-reader.ts'
import { eventually } from '../server/src/testing/eventually.ts'
import { mpegFrames } from '../server/src/testing/audio-samples.ts'
import type { Member } from '../server/src/testing/sign-in.ts'
import { callers } from '../server/src/testing/start-app.ts'
import { callsOf, type Installation, newInstallation } from './installation.ts'
import { rounds, report } from './rounds.ts'
import type { ServerProcess } from './server-process.ts'
import { requestStream } from './stream-client.ts'
import { expectWithin } from './time-limit.ts'
import { expectStored, storedMessages, Writers } from './writers.ts'

/**
 * Starts an upload whose body ends only when `isOver` has resolved. `begun` resolves when the server handles the
 * upload. The status is 0 if the server closed the connection before the upload was complete.
 */
async function uploadSlowly(
  { address }: ServerProcess,
  { token }: Member,
  form: FormData,
  isOver: Promise<unknown>,
): Promise<{ begun: Promise<void>; status: Promise<number> }> {
  const whole = new Response(form)
  const body = Buffer.from(await whole.arrayBuffer())
  const begun = Promise.withResolvers<void>()
  const status = Promise.withResolvers<number>()
  const call = request(`${address}${addAlbum.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': whole.headers.get('content-type') ?? '',
      'content-length': body.length,
      expect: '100-continue',
    },
  })
  call.on('response', (response) => {
    response.resume()
    status.resolve(response.statusCode ?? 0)
  })
  call.on('error', () => status.resolve(0))
  call.once('continue', () => {
    begun.resolve()
    call.write(body.subarray(0, body.length / 2))
    void isOver.then(() => call.end(body.subarray(body.length / 2)))
  })
  // Without this call, the headers would be sent with the first bytes of the body.
  call.flushHeaders()
  return { begun: begun.promise, status: status.promise }
}

/** Milliseconds in which running requests must end. */
const END_WITHIN_MS = 10_000

/** Checks that the write-ahead log is empty, so that all rows are in the database file. */
async function expectEmptyLog({ dataFolder }: Installation): Promise<void> {
  const log = await stat(join(dataFolder, 'archive.sqlite-wal')).catch(() => undefined)
  expect(log?.size ?? 0).toBe(0)
}

/**
 * Stops a server while a client holds a file open and reads nothing.
 * @returns how long it took
 */
async function endBesideListener(): Promise<number> {
  const archive = await newInstallation()
  const [admin, reading] = [await archive.member({ isAdmin: true }), await archive.member()]
  const server = await archive.start()
  const { album } = await callsOf(server, admin).call(addAlbum, {
    form: albumForm({ tracks: [{ title: 'Lang', file: mpegFrames(60_000) }] }),
  })
  const reader = new ChatReader(reading)
  await reader.connect(server)
  const listener = requestStream(server.port, `/api/stream/${album.tracks[0]?.file ?? ''}`, admin)
  await once(listener, 'readable')
  const requestedAt = performance.now()
  const ending = server.stop()
  expect(await reader.socket?.closed()).toBe(SOCKET_CLOSED.goingAway)
  const closeMs = performance.now() - requestedAt
  expect(await ending).toBe(0)
  const endMs = performance.now() - requestedAt
  expectWithin(closeMs, END_WITHIN_MS)
  expect(endMs).toBeGreaterThan(END_WITHIN_MS)
  expectWithin(endMs, 2 * END_WITHIN_MS)
  await expectEmptyLog(archive)
  return endMs
}

test('restarted under load: it closes its sockets, finishes running requests, and loses nothing', async () => {
  const archive = await newInstallation()
  const admin = await archive.member({ isAdmin: true })
  const members = [await archive.member(), await archive.member(), await archive.member()]
  const writers = new Writers(members, 100)
  const readers = members.map((member) => new ChatReader(member))
  const restarts = rounds({ short: 2, long: 20 })
  const endMs: number[] = []
  const unreadyMs: number[] = []
  // Started first, because it takes as long as a server waits for running requests.
  const endingBesideListener = endBesideListener()
  let server = await archive.start()
  for (let restart = 0; restart < restarts; restart += 1) {
    await writers.repeat(server)
    await Promise.all(readers.map(async (reader) => reader.connect(server)))
    let isOver = false
    const writing = writers.writeUntil(server, () => isOver)
    const unready = Promise.withResolvers<void>()
    const form = albumForm({ albumTitel: `Beim Ende ${restart}` })
    const acknowledged = writers.acknowledged.size
    const upload = await uploadSlowly(server, admin, form, unready.promise)
    await upload.begun
    await eventually(() => expect(writers.acknowledged.size).toBeGreaterThan(acknowledged))
    const requestedAt = performance.now()
    const ending = server.stop()
    // The readiness check fails, or new connections are refused, while running requests continue.
    await eventually(async () => {
      const ready = await fetch(`${server.address}/readyz`).then(
        ({ status }) => status,
        () => 'closed',
      )
      expect([503, 'closed']).toContain(ready)
    })
    unreadyMs.push(performance.now() - requestedAt)
    expect(server.isRunning()).toBe(true)
    unready.resolve()
    expect(await upload.status).toBe(201)
    expect(await ending).toBe(0)
    endMs.push(performance.now() - requestedAt)
    isOver = true
    await writing
    for (const reader of readers) {
      expect(await reader.socket?.closed()).toBe(SOCKET_CLOSED.goingAway)
      reader.disconnect()
    }
    await expectEmptyLog(archive)
    server = await archive.start()
  }
  await writers.repeat(server)
  expect(writers.unanswered).toEqual([])
  await Promise.all(readers.map(async (reader) => reader.connect(server)))
  await expectStored(archive, writers)
  const list = (await storedMessages(archive)).map(({ id, content }) => `${id} ${content}`)
  for (const reader of readers) {
    await eventually(() => {
      reader.listen()
      expect(reader.list()).toEqual(list)
    })
    expect(reader.faults).toEqual([])
  }
  const albums = await archive.withDatabase(async (db) => db.selectFrom('albums').select('id').execute())
  expect(albums).toHaveLength(restarts)
  const besideListenerMs = await endingBesideListener
  report(
    'R-20',
    `${restarts} × SIGTERM while people wrote, read and uploaded`,
    `not ready after ${Math.round(Math.max(...unreadyMs))} ms at most; ended with 0 after ${Math.round(Math.max(...endMs))} ms at most, each running upload was taken, the log was empty, and after ${Math.round(besideListenerMs)} ms beside a listener who took nothing; ${writers.acknowledged.size} lines acknowledged, all stored once and read by all`,
  )
})

/** Reconnects after a random delay, as browsers do. */
async function comeUp(port: number, path: string): Promise<ChatSocket> {
  for (;;) {
    await pause(500 + Math.random() * 1000)
    try {
      return await ChatSocket.open(port, path, () => {})
    } catch {
      // Not yet.
    }
  }
}

const people = rounds({ short: 200, long: 10_000 })

test('all clients reconnect at once, and other requests are answered', async () => {
  const archive = await newInstallation()
  const tokens = await createChatMembers(archive.dataFolder, Math.ceil(people / 2))
  const member = await archive.member()
  // The visitor has another account, because an account has at most ten sessions, and a further login ends the oldest
  // one.
  const visitor = await archive.member()
  let server = await archive.start()
  const paths = Array.from(
    { length: people },
    (_, number) => `${SOCKET_PATH}?token=${tokens[number % tokens.length]}`,
  )
  const first = await openSockets(server.port, paths, () => {})
  await server.kill()
  await Promise.all(first.map(async ({ ended }) => ended))
  server = await archive.start({ port: server.port })
  const begunAt = performance.now()
  const loginMs: number[] = []
  const chatMs: number[] = []
  const timed = async (into: number[], act: () => Promise<unknown>) => {
    const requestedAt = performance.now()
    await act()
    into.push(performance.now() - requestedAt)
  }
  const over = new AbortController()
  const others = (async () => {
    while (!over.signal.aborted) {
      await timed(chatMs, async () =>
        callsOf(server, member).call(postMessage, { body: { message: 'Was ist hier los?' } }),
      )
      await timed(loginMs, async () =>
        callers(server.address).call(login, { body: { email: visitor.email, password: visitor.password } }),
      )
      await pause(20)
    }
  })()
  const back = await Promise.all(paths.map(async (path) => comeUp(server.port, path)))
  const upAgainMs = performance.now() - begunAt
  over.abort()
  await others
  const stopBeating = keepAlive(back)
  await pause(1000)
  expect(server.isRunning()).toBe(true)
  stopBeating()
  for (const socket of back) socket.leave()
  report(
    'R-19',
    `${people} sockets lost their server and came back at once`,
    `all connected after ${(upAgainMs / 1000).toFixed(1)} s; meanwhile chat p99 ${percentile(chatMs, 0.99).toFixed(0)} ms (${chatMs.length} lines), login p99 ${percentile(loginMs, 0.99).toFixed(0)} ms`,
  )
})
