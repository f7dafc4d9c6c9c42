import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getAlbum, listAlbums } from '@tonarchiv/contract/catalog'
import { getPremiereEvening, listPremieres } from '@tonarchiv/contract/premieres'
import { SOCKET_PATH } from '@tonarchiv/contract/realtime'
import { urlOf } from '@tonarchiv/contract/route'
import { createChatMembers } from '../archive/chat-members.ts'
import { createPremiereArchive } from '../archive/premiere-archive.ts'
import { requestAtRate } from '../load/at-rate.ts'
import { keepAlive, openSockets } from '../load/chat-socket.ts'
import { getRequest } from '../load/connection.ts'
import { median, percentile } from '../load/percentile.ts'
import { roomCalls } from '../load/room-calls.ts'
import { waitUntil } from '../load/wait-until.ts'
import { figure } from '../report/numbers.ts'
import { startProduct } from '../servers/product.ts'
import type { Findings, PartWithoutArchives } from './part.ts'

/** Members who wait. `BENCH_PREMIERE_PEOPLE` makes them fewer. */
const PEOPLE = Number(process.env['BENCH_PREMIERE_PEOPLE'] ?? 1000)
/** Milliseconds from the start of the measurement to the time of the premiere. All members enter the room before it. */
const COMING_MS = 45_000 + PEOPLE * 100
/** Other calls to the server meanwhile: they begin `beforeMs` before the time of the premiere. */
const BESIDE = { perSecond: 50, beforeMs: 5000, seconds: 15 }
/** Seconds over which browsers spread what they read when the doors have opened. */
const SPREAD_SECONDS = 5

/** How long after the time of a premiere the members who wait in its room have received the command to play. */
export const measurePremieres: PartWithoutArchives = async ({ runFolder }) => {
  const dataFolder = join(runFolder, 'premieres')
  const tokens = await createChatMembers(dataFolder, PEOPLE)
  const opensAt = Date.now() + COMING_MS
  const albumId = await createPremiereArchive(dataFolder, { opensAt: new Date(opensAt).toISOString() })
  await using server = await startProduct(dataFolder, runFolder)
  const findings = await measureDoors(server.port, { albumId, opensAt, tokens })
  return findings
}

async function measureDoors(
  port: number,
  { albumId, opensAt, tokens }: { albumId: string; opensAt: number; tokens: readonly string[] },
): Promise<Findings> {
  for (const token of tokens) await roomCalls(port, token).join(albumId)
  const waited: number[] = []
  const sockets = await openSockets(
    port,
    tokens.map((token) => `${SOCKET_PATH}?token=${token}`),
    (message) => {
      if (message.includes('"roomChanged"') && message.includes('"isPlaying":true'))
        waited.push(Date.now() - opensAt)
    },
    50,
  )
  for (const socket of sockets)
    socket.send(JSON.stringify({ type: 'roomHere', roomId: albumId, sound: 'on' }))
  const stopBeating = keepAlive(sockets)
  try {
    const left = opensAt - BESIDE.beforeMs - Date.now()
    if (left < 0) throw new Error('The members came too late')
    await pause(left)
    const readers = readAfterOpening(port, { albumId, opensAt, tokens })
    const beside = await requestAtRate(
      [port],
      (number) => callOf(urlOf(listAlbums), tokens[number % tokens.length]),
      BESIDE,
    )
    const reads = await readers
    await waitUntil(() => waited.length >= tokens.length, 5000)
    return findingsOf(waited.slice(0, tokens.length), { people: tokens.length, beside, reads })
  } finally {
    stopBeating()
    for (const socket of sockets) socket.leave()
  }
}

const callOf = (path: string, token = '') => getRequest(path, { authorization: `Bearer ${token}` })

/**
 * Sends the requests that the browsers of all waiting members send after the opening, spread over time as in the app.
 * @returns the response times in milliseconds
 */
async function readAfterOpening(
  port: number,
  { albumId, opensAt, tokens }: { albumId: string; opensAt: number; tokens: readonly string[] },
): Promise<number[]> {
  const paths = [
    urlOf(getAlbum, { params: { albumTitel: albumId } }),
    urlOf(listPremieres),
    urlOf(getPremiereEvening, { params: { albumId } }),
  ]
  await pause(Math.max(0, opensAt - Date.now()))
  return requestAtRate(
    [port],
    (number) => callOf(paths[number % paths.length] ?? '', tokens[Math.floor(number / paths.length)]),
    { perSecond: (tokens.length * paths.length) / SPREAD_SECONDS, seconds: SPREAD_SECONDS },
  )
}

interface Measured {
  people: number
  beside: readonly number[]
  reads: readonly number[]
}

function findingsOf(waited: readonly number[], { people, beside, reads }: Measured): Findings {
  const last = waited.length < people ? Infinity : Math.max(...waited)
  const rows = [
    [`command to play at ${people} members, after the minute`, waited],
    ['list of albums beside it', beside],
    ['what their browsers read afterwards', reads],
  ] as const
  return {
    tables: [
      {
        heading: `A premiere for which ${people} members wait`,
        columns: ['', 'count', 'median, ms', 'p99, ms', 'most, ms'],
        rows: rows.map(([name, all]) => [
          name,
          String(all.length),
          figure(median(all)),
          figure(percentile(all, 0.99)),
          figure(Math.max(...all)),
        ]),
      },
    ],
    goals: [
      {
        name: `command to play at all ${people} members, after the minute`,
        value: last,
        unit: 'ms',
        kind: 'atMost',
        goal: 500,
      },
      {
        name: 'list of albums beside a premiere, p99',
        value: percentile(beside, 0.99),
        unit: 'ms',
        kind: 'atMost',
        goal: 50,
        limit: 100,
      },
    ],
  }
}
