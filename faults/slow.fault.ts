import { readFile } from 'node:fs/promises'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { addAlbum } from '@tonarchiv/contract/archive-editing'
import { listMessages } from '@tonarchiv/contract/chat'
import { expect, test } from 'vitest'
import { percentile } from '../bench/load/percentile.ts'
import { albumForm } from '../server/src/testing/album-forms.ts'
import { type BrowserSocket, openSocket } from '../server/src/testing/browser-socket.ts'
import { ChatReader } from '../server/src/testing/chat-reader.ts'
import { eventually } from '../server/src/testing/eventually.ts'
import { mpegFrames } from '../server/src/testing/audio-samples.ts'
import type { Member } from '../server/src/testing/sign-in.ts'
import { startTcpProxy } from '../server/src/testing/tcp-proxy.ts'
import { callsOf, newInstallation } from './installation.ts'
import { isShort, rounds, report } from './rounds.ts'
import { requestStream } from './stream-client.ts'
import { Writers } from './writers.ts'

const STREAMS_EACH = 6
const KIBIBYTE = 1024

/** Memory of a process, bytes; undefined where the system does not report it. */
async function memoryOf(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(text)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * KIBIBYTE
}

/** A client that reads one kibibyte per second. */
function listenSlowly(port: number, path: string, member: Member): Socket {
  const connection = requestStream(port, path, member)
  const timer = setInterval(() => void connection.read(KIBIBYTE), 1000)
  connection.once('close', () => clearInterval(timer))
  return connection
}

/** Whether a member is online, according to the last message to another browser. */
function isOnline(watcher: BrowserSocket, { id }: Member): boolean | undefined {
  return watcher
    .all('userStatus')
    .flatMap(({ users }) => users)
    .findLast((user) => user.id === id)?.isOnline
}

/** Reads nothing for longer than allowed, and checks that the server has closed the connection. */
async function isCutWhenIdle(port: number, path: string, member: Member): Promise<boolean> {
  const connection = requestStream(port, path, member)
  await once(connection, 'readable')
  await pause(65_000)
  connection.resume()
  const isClosed = once(connection, 'close').then(() => true)
  const isCut = await Promise.race([isClosed, pause(5000).then(() => false)])
  connection.destroy()
  expect(isCut).toBe(true)
  return isCut
}

test('slow clients need little memory, and do not affect others', async () => {
  const archive = await newInstallation()
  const admin = await archive.member({ isAdmin: true })
  const server = await archive.start()
  const { call } = callsOf(server, admin)
  const { album } = await call(addAlbum, {
    form: albumForm({ tracks: [{ title: 'Lang', file: mpegFrames(60_000) }] }),
  })
  const path = `/api/stream/${album.tracks[0]?.file ?? ''}`
  const listeners = rounds({ short: 60, long: 300 })
  const members: Member[] = []
  while (members.length * STREAMS_EACH < listeners) members.push(await archive.member())
  const request = async () => {
    const requestedAt = performance.now()
    await call(listMessages, { query: {} })
    return performance.now() - requestedAt
  }
  // Waits until V8's young generation has its full size, because its growth takes as much memory as sixty clients.
  for (let count = 0; count < 1500; count += 1) await request()
  const before = await memoryOf(server.pid)
  const lines = members
    .flatMap((member) => Array.from({ length: STREAMS_EACH }, () => member))
    .slice(0, listeners)
    .map((member) => listenSlowly(server.port, path, member))
  await eventually(() => expect(lines.every(({ bytesRead }) => bytesRead > 0)).toBe(true))
  const waits: number[] = []
  for (let count = 0; count < 200; count += 1) waits.push(await request())
  const after = await memoryOf(server.pid)
  const each = before === undefined || after === undefined ? undefined : (after - before) / listeners
  if (each !== undefined) expect(each).toBeLessThanOrEqual(256 * KIBIBYTE)
  for (const connection of lines) connection.destroy()
  const isCut = rounds({ short: 0, long: 1 }) > 0 && (await isCutWhenIdle(server.port, path, admin))
  report(
    'R-12',
    `${listeners} listeners who take 1 KiB/s each`,
    `${each === undefined ? 'memory is not reported here' : `${Math.round(each / KIBIBYTE)} KiB for each`}; reads of others meanwhile: p99 ${percentile(waits, 0.99).toFixed(0)} ms${isCut ? '; one who took nothing for a minute was cut off' : ''}`,
  )
})

// This test takes half a minute.
test.skipIf(isShort)('a line that went silent in both directions is noticed', async () => {
  const archive = await newInstallation()
  const server = await archive.start()
  const [dying, watching] = [await archive.member(), await archive.member()]
  const proxy = await startTcpProxy(server.port)
  const watcher = openSocket(server, { token: watching.token })
  const dead = openSocket({ address: `http://127.0.0.1:${proxy.port}` }, { token: dying.token })
  await Promise.all([watcher.ready(), dead.ready()])
  await eventually(() => expect(isOnline(watcher, dying)).toBe(true))
  proxy.set('silent')
  const silentAt = performance.now()

  while (isOnline(watcher, dying) === true && performance.now() - silentAt < 60_000) await pause(100)
  const offlineMs = performance.now() - silentAt
  expect(isOnline(watcher, dying)).toBe(false)
  expect(offlineMs).toBeLessThanOrEqual(36_000)
  report(
    'R-18',
    'a line went silent in both directions',
    `its user was offline after ${(offlineMs / 1000).toFixed(1)} s`,
  )
})

// This test takes a minute.
test.skipIf(isShort)(
  'a reader of the chat who stops is cut off, comes back and gets everything',
  async () => {
    const archive = await newInstallation()
    const [writing, stopping, watching] = [
      await archive.member(),
      await archive.member(),
      await archive.member(),
    ]
    const server = await archive.start()
    const writers = new Writers([writing], 1, '🎵'.repeat(480))
    // A new client starts with the newest messages; one that has read a message requests all later ones.
    await writers.writeConcurrently(server, 1)
    const watcher = openSocket(server, { token: watching.token })
    const reader = new ChatReader(stopping, 100)
    await Promise.all([watcher.ready(), reader.connect(server)])
    await eventually(() => expect(isOnline(watcher, stopping)).toBe(true))
    reader.socket?.pause()
    // Long messages fill the receive buffer of the system, and then the send buffer of the server.
    const isCut = () => isOnline(watcher, stopping) === false
    for (let round = 0; round < 300 && !isCut(); round += 1) await writers.writeConcurrently(server, 50)
    expect(isCut()).toBe(true)
    reader.disconnect()
    await reader.connect(server)
    await eventually(() => {
      reader.listen()
      expect(reader.list()).toHaveLength(writers.acknowledged.size)
    })
    expect(reader.faults).toEqual([])
    report(
      'R-13',
      'a reader of the chat stopped reading in a burst of long lines',
      `was cut off, came back and has all ${writers.acknowledged.size} lines, none twice`,
    )
  },
)
