import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addAlbum } from '@tonarchiv/contract/archive-editing'
import { login } from '@tonarchiv/contract/auth'
import { listMessages, postMessage } from '@tonarchiv/contract/chat'
import { SOCKET_PATH } from '@tonarchiv/contract/realtime'
import * as z from 'zod/mini'
import { mpegFrames } from '../../server/src/testing/audio-samples.ts'
import { accountOf } from '../archive/account.ts'
import { requestAtFullSpeed, requestAtRate } from '../load/at-rate.ts'
import { keepAlive, openSockets } from '../load/chat-socket.ts'
import { ageOf, newMessage } from '../load/chat-writer.ts'
import { getRequest } from '../load/connection.ts'
import { type OpenStreams, streamAtRate } from '../load/listeners.ts'
import { percentile } from '../load/percentile.ts'
import { waitUntil } from '../load/wait-until.ts'
import type { Goal } from '../report/goal.ts'
import { figure, ratio, times } from '../report/numbers.ts'
import { startBareStreams } from '../servers/floor.ts'
import { type Installation, type Kind, startInstallation } from '../servers/installation.ts'
import type { Findings, WithoutArchives } from './part.ts'

const KINDS: readonly Kind[] = [
  { name: 'SQLite, one process', isLarge: false, processes: 1 },
  { name: 'PostgreSQL and Redis, one process', isLarge: true, processes: 1 },
  { name: 'PostgreSQL and Redis, two processes', isLarge: true, processes: 2 },
]
const PEOPLE = 1000
const ACCOUNTS = 20
const SECONDS = 8
const READS_PER_SECOND = 1000
const WRITES_PER_SECOND = 300
const MESSAGES_PER_SECOND = 20
const LOGINS_PER_SECOND = 20
const LISTENERS = 300
/** Frames of the track that they hear: nine minutes. */
const TRACK_FRAMES = 20_000
const LISTENER_BYTES_PER_SECOND = 40_000
const RECEIVED_WITHIN_MS = 10_000

/** The results of one kind of installation under load; milliseconds, and requests per second. */
interface Loads {
  readP99: number
  readsAtMost: number
  writeP99: number
  writesAtMost: number
  messageP99: number
  deliveryP99: number
  lostOrDuplicated: number
  loginP95: number
  readP99BesideLogins: number
  firstByteP99: number
  readP99BesideListeners: number
}

/** The load table: one process on SQLite, and scaling on PostgreSQL and Redis from one process to two. */
export async function measureLoad({ runFolder }: WithoutArchives): Promise<Findings> {
  const found: Loads[] = []
  for (const kind of KINDS) {
    await using installation = await startInstallation(kind, {
      runFolder,
      members: PEOPLE,
      accounts: ACCOUNTS,
    })
    found.push(await loadsOf(installation))
  }
  const bareFirstByteP99 = await firstByteP99OfBareNode(runFolder)
  const [small, one, two] = found
  if (small === undefined || one === undefined || two === undefined) throw new Error('Not all was measured')
  const row = (name: string, pick: (loads: Loads) => number) => [
    name,
    ...found.map((loads) => figure(pick(loads))),
  ]
  const growth = (pick: (loads: Loads) => number) => times(ratio(pick(two), pick(one)))
  return {
    tables: [
      {
        heading: `Under load: ${PEOPLE.toLocaleString('en')} people connected`,
        columns: ['What', ...KINDS.map(({ name }) => name)],
        rows: [
          row(`${READS_PER_SECOND} reads/s, p99, ms`, (loads) => loads.readP99),
          row('reads/s at most', (loads) => loads.readsAtMost),
          row(`${WRITES_PER_SECOND} durable writes/s, p99, ms`, (loads) => loads.writeP99),
          row('durable writes/s at most', (loads) => loads.writesAtMost),
          row(`chat at ${MESSAGES_PER_SECOND} lines/s: answer p99, ms`, (loads) => loads.messageP99),
          row('delivery to all, p99, ms', (loads) => loads.deliveryP99),
          row('deliveries lost or doubled', (loads) => loads.lostOrDuplicated),
          row(`${LOGINS_PER_SECOND} logins/s, p95, ms`, (loads) => loads.loginP95),
          row('reads beside them, p99, ms', (loads) => loads.readP99BesideLogins),
          row(`${LISTENERS} listeners begin: first byte p99, ms`, (loads) => loads.firstByteP99),
          row('reads beside them, p99, ms', (loads) => loads.readP99BesideListeners),
        ],
        notes: [
          `From one process to two: reads ${growth((loads) => loads.readsAtMost)}, writes ${growth((loads) => loads.writesAtMost)}. The load itself, PostgreSQL and Redis run on the same cores.`,
          `${LISTENERS} listeners begin at a bare Node server: first byte p99 ${figure(bareFirstByteP99)} ms.`,
        ],
      },
    ],
    goals: [...goalsOf('SQLite', small), ...goalsOf('two processes', two)],
  }
}

function goalsOf(name: string, loads: Loads): Goal[] {
  const atMost = { kind: 'atMost', unit: 'ms' } as const
  return [
    { ...atMost, name: `${name}: ${READS_PER_SECOND} reads/s, p99`, value: loads.readP99, goal: 50 },
    { ...atMost, name: `${name}: ${WRITES_PER_SECOND} writes/s, p99`, value: loads.writeP99, goal: 80 },
    { ...atMost, name: `${name}: chat answer p99`, value: loads.messageP99, goal: 50 },
    { ...atMost, name: `${name}: chat delivery p99`, value: loads.deliveryP99, goal: 100 },
    {
      ...atMost,
      name: `${name}: deliveries lost or doubled`,
      value: loads.lostOrDuplicated,
      goal: 0,
      unit: '',
    },
    { ...atMost, name: `${name}: ${LOGINS_PER_SECOND} logins/s, p95`, value: loads.loginP95, goal: 400 },
    { ...atMost, name: `${name}: reads beside logins, p99`, value: loads.readP99BesideLogins, goal: 100 },
    {
      ...atMost,
      name: `${name}: ${LISTENERS} listeners, first byte p99`,
      value: loads.firstByteP99,
      goal: 150,
    },
    {
      ...atMost,
      name: `${name}: reads beside listeners, p99`,
      value: loads.readP99BesideListeners,
      goal: 100,
    },
  ]
}

async function loadsOf({ ports, tokens, adminToken }: Installation): Promise<Loads> {
  const tokenOf = (number: number) => tokens[number % tokens.length] ?? ''
  const read = (number: number) =>
    getRequest(`${listMessages.path}?limit=50`, { authorization: `Bearer ${tokenOf(number)}` })
  const write = (number: number) => jsonRequest(postMessage, { message: newMessage() }, tokenOf(number))
  const logIn = (number: number) => jsonRequest(login, accountOf(number % ACCOUNTS))
  // The first requests create what is only created once.
  await requestAtFullSpeed(ports, write, 1)
  await requestAtFullSpeed(ports, read, 1)

  const reads = await requestAtRate(ports, read, { perSecond: READS_PER_SECOND, seconds: SECONDS })
  const readsAtMost = await requestAtFullSpeed(ports, read, SECONDS / 2)
  const writes = await requestAtRate(ports, write, { perSecond: WRITES_PER_SECOND, seconds: SECONDS })
  const writesAtMost = await requestAtFullSpeed(ports, write, SECONDS / 2)
  const talk = await talkOf(ports, tokens, write)
  const [logins, besideLogins] = await Promise.all([
    requestAtRate(ports, logIn, { perSecond: LOGINS_PER_SECOND, seconds: SECONDS }),
    requestAtRate(ports, read, { perSecond: 100, seconds: SECONDS }),
  ])
  const listening = await listeningOf(ports, tokens, adminToken, read)
  return {
    readP99: percentile(reads, 0.99),
    readsAtMost,
    writeP99: percentile(writes, 0.99),
    writesAtMost,
    ...talk,
    loginP95: percentile(logins, 0.95),
    readP99BesideLogins: percentile(besideLogins, 0.99),
    ...listening,
  }
}

/** All members are connected, spread evenly over all processes, and some write messages. */
async function talkOf(
  ports: readonly number[],
  tokens: readonly string[],
  write: (number: number) => Buffer,
): Promise<Pick<Loads, 'messageP99' | 'deliveryP99' | 'lostOrDuplicated'>> {
  const ages: number[] = []
  const onMessage = (message: Buffer) => {
    const age = ageOf(message)
    if (age !== undefined) ages.push(age)
  }
  const groups = await Promise.all(
    ports.map(async (port, place) =>
      openSockets(
        port,
        tokens
          .filter((_token, index) => index % ports.length === place)
          .map((token) => `${SOCKET_PATH}?token=${token}`),
        onMessage,
      ),
    ),
  )
  const sockets = groups.flat()
  const stopBeating = keepAlive(sockets)
  try {
    // Waits until all members have received each other's presence.
    await pause(3000)
    const messages = await requestAtRate(ports, write, { perSecond: MESSAGES_PER_SECOND, seconds: SECONDS })
    const expected = messages.length * sockets.length
    await waitUntil(() => ages.length >= expected, RECEIVED_WITHIN_MS)
    return {
      messageP99: percentile(messages, 0.99),
      deliveryP99: percentile(ages, 0.99),
      lostOrDuplicated: Math.abs(expected - ages.length),
    }
  } finally {
    stopBeating()
    for (const socket of sockets) socket.leave()
  }
}

/**
 * Many listeners start within three seconds and continue at the speed of the sound, while others send read requests.
 */
async function listeningOf(
  ports: readonly number[],
  tokens: readonly string[],
  adminToken: string,
  read: (number: number) => Buffer,
): Promise<Pick<Loads, 'firstByteP99' | 'readP99BesideListeners'>> {
  const path = await uploadTrack(ports[0] ?? 0, adminToken)
  const { firstBytes, listeners } = await beginListening(ports, (number) =>
    getRequest(path, { authorization: `Bearer ${tokens[number % tokens.length] ?? ''}` }),
  )
  try {
    const beside = await requestAtRate(ports, read, { perSecond: 100, seconds: SECONDS })
    return {
      firstByteP99: percentile(firstBytes, 0.99),
      readP99BesideListeners: percentile(beside, 0.99),
    }
  } finally {
    for (const listener of listeners) listener.leave()
  }
}

/** The same listeners at a bare Node server, which shows what the machine and its network add. */
async function firstByteP99OfBareNode(runFolder: string): Promise<number> {
  const folder = await mkdtemp(join(runFolder, 'bare-'))
  await writeFile(join(folder, 'lang.mp3'), mpegFrames(TRACK_FRAMES))
  await using server = await startBareStreams(folder, runFolder)
  const { firstBytes, listeners } = await beginListening([server.port], () => getRequest('/lang.mp3', {}))
  for (const listener of listeners) listener.leave()
  return percentile(firstBytes, 0.99)
}

/** @returns milliseconds to the first byte of each listener, and the listeners, who go on */
async function beginListening(
  ports: readonly number[],
  requestOf: (number: number) => Buffer,
): Promise<{ firstBytes: number[]; listeners: OpenStreams[] }> {
  const firstBytes: number[] = []
  const listeners = await Promise.all(
    Array.from({ length: LISTENERS }, async (_, number) => {
      await pause((number * 3000) / LISTENERS)
      const port = ports[number % ports.length] ?? 0
      const requestedAt = performance.now()
      const listener = await streamAtRate(port, [requestOf(number)], LISTENER_BYTES_PER_SECOND)
      firstBytes.push(performance.now() - requestedAt)
      return listener
    }),
  )
  return { firstBytes, listeners }
}

/** A track that is long enough for all to listen for a while. @returns the path of its stream */
async function uploadTrack(port: number, token: string): Promise<string> {
  const form = new FormData()
  const data = { albumTitel: 'Unter Last', releaseJahr: 2020, type: 'album', tracks: [{ title: 'Lang' }] }
  form.set('albumData', JSON.stringify(data))
  form.set('track0', new Blob([new Uint8Array(mpegFrames(TRACK_FRAMES))]), 'lang.mp3')
  const answer = await fetch(`http://127.0.0.1:${port}${addAlbum.path}`, {
    method: addAlbum.method,
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { album } = z.parse(addAlbum.answer, await answer.json())
  return `/api/stream/${album.tracks[0]?.file ?? ''}`
}

function jsonRequest(
  { method, path }: { method: string; path: string },
  value: unknown,
  token?: string,
): Buffer {
  const body = JSON.stringify(value)
  const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${authorization}Content-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
