import { setTimeout as pause } from 'node:timers/promises'
import { SOCKET_PATH } from '@tonarchiv/contract/realtime'
import { ChatSocket, keepAlive, openSockets } from '../load/chat-socket.ts'
import { ageOf, newMessage, postAtRate } from '../load/chat-writer.ts'
import { waitUntil } from '../load/wait-until.ts'
import { median } from '../load/percentile.ts'
import type { Goal } from '../report/goal.ts'
import { figure, ratio, times } from '../report/numbers.ts'
import type { Table } from '../report/table.ts'
import { startBareSockets } from '../servers/floor.ts'
import { usageOf } from '../servers/process-usage.ts'
import type { RunningServer } from '../servers/running-server.ts'

const SOCKETS = 5000
const MESSAGES = 100
const MESSAGES_PER_SECOND = 10
const ROUNDS = 3
const WRITERS = 20

/**
 * Deliveries per second of processor time when a message is sent to 5,000 sockets. Our server also validates and stores
 * it.
 */
export async function measureFanOut(
  product: RunningServer,
  tokens: readonly string[],
  runFolder: string,
): Promise<{ table: Table; goals: Goal[] }> {
  const paths = Array.from(
    { length: SOCKETS },
    (_, index) => `${SOCKET_PATH}?token=${tokens[index % tokens.length] ?? ''}`,
  )
  const writers = tokens.slice(0, WRITERS)
  const rate = { messages: MESSAGES, perSecond: MESSAGES_PER_SECOND }
  const ours = await deliveriesOf(product, paths, async () => postAtRate(product.port, writers, rate))
  const bare: (number | undefined)[] = []
  for (const way of ['send', 'once'] as const) {
    await using server = await startBareSockets(way, runFolder)
    bare.push(await deliveriesOf(server, paths, async (poster) => postMessages(poster)))
  }
  const [bySend, byFrame] = bare
  const row = (name: string, rate: number | undefined) => [name, figure(rate), times(ratio(rate, bySend))]
  return {
    table: {
      heading: `A line to ${SOCKETS.toLocaleString('en')} sockets`,
      columns: ['Server', 'deliveries per CPU second', 'beside bare ws'],
      rows: [
        row('ours: token checked, line kept on the disk, then sent', ours),
        row('bare ws, send() for each', bySend),
        row('bare ws, frame built once and written past the library', byFrame),
      ],
    },
    goals: [
      {
        name: 'chat line to 5,000 sockets beside bare ws',
        value: ratio(ours, bySend),
        unit: '×',
        kind: 'atLeast',
        goal: 0.95,
        limit: 0.7,
      },
      {
        name: 'the same beside ws with a frame built once',
        value: ratio(ours, byFrame),
        unit: '×',
        kind: 'atLeast',
        goal: 0.95,
        limit: 0.7,
      },
    ],
  }
}

async function postMessages(poster: ChatSocket): Promise<void> {
  for (let message = 0; message < MESSAGES; message += 1) {
    poster.send(newMessage().slice(-60))
    await pause(1000 / MESSAGES_PER_SECOND)
  }
}

/**
 * Deliveries per second of processor time of the server, in the median round; undefined where the system does not
 * report processor times.
 */
async function deliveriesOf(
  server: RunningServer,
  paths: readonly string[],
  post: (poster: ChatSocket) => Promise<unknown>,
): Promise<number | undefined> {
  let received = 0
  const sockets = await openSockets(server.port, paths, (message) => {
    if (ageOf(message) !== undefined) received += 1
  })
  const [poster] = sockets
  const stopBeating = keepAlive(sockets)
  try {
    if (poster === undefined) throw new Error('Nobody is connected')
    // Waits until all clients have the list of members, and hot code is compiled.
    await pause(5000)
    await post(poster)
    await pause(1000)
    const rates: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      received = 0
      const before = usageOf(server.pid)
      await post(poster)
      const expected = MESSAGES * sockets.length
      await waitUntil(() => received >= expected, 60_000)
      const after = usageOf(server.pid)
      if (before === undefined || after === undefined) return undefined
      if (received < expected) throw new Error(`Only ${received} of ${expected} deliveries arrived`)
      rates.push(received / ((after.cpuMs - before.cpuMs) / 1000))
    }
    return median(rates)
  } finally {
    stopBeating()
    for (const socket of sockets) socket.leave()
  }
}
