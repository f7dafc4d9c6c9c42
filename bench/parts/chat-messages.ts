import { setTimeout as pause } from 'node:timers/promises'
import { SOCKET_PATH } from '@tonarchiv/contract/realtime'
import { keepAlive, openSockets } from '../load/chat-socket.ts'
import { ageOf, postAtRate } from '../load/chat-writer.ts'
import { waitUntil } from '../load/wait-until.ts'
import { percentile } from '../load/percentile.ts'
import type { Goal } from '../report/goal.ts'
import { figure } from '../report/numbers.ts'
import type { Table } from '../report/table.ts'
import { usageOf } from '../servers/process-usage.ts'
import type { RunningServer } from '../servers/running-server.ts'

const PEOPLE = 1000
const MESSAGES_PER_SECOND = 20
const SECONDS = 15
/** Members that send messages; all others only receive them. */
const WRITERS = 40
const RECEIVED_WITHIN_MS = 10_000

/**
 * A thousand members, some of whom send messages: the response time, and the time until all have received a message.
 */
export async function measureTalk(
  product: RunningServer,
  tokens: readonly string[],
): Promise<{ table: Table; goals: Goal[] }> {
  const ages: number[] = []
  const paths = tokens.slice(0, PEOPLE).map((token) => `${SOCKET_PATH}?token=${token}`)
  const sockets = await openSockets(product.port, paths, (message) => {
    const age = ageOf(message)
    if (age !== undefined) ages.push(age)
  })
  const stopBeating = keepAlive(sockets)
  try {
    // Waits until all clients have the list of members.
    await pause(3000)
    const messages = MESSAGES_PER_SECOND * SECONDS
    const before = usageOf(product.pid)
    const begunAt = performance.now()
    const waits = await postAtRate(product.port, tokens.slice(0, WRITERS), {
      messages,
      perSecond: MESSAGES_PER_SECOND,
    })
    const expected = messages * sockets.length
    await waitUntil(() => ages.length >= expected, RECEIVED_WITHIN_MS)
    const seconds = (performance.now() - begunAt) / 1000
    const after = usageOf(product.pid)
    const share = before && after && ((after.cpuMs - before.cpuMs) / 10 / seconds).toFixed(0)
    const goal = { kind: 'atMost', unit: 'ms' } as const
    return {
      table: {
        heading: `Chat: ${PEOPLE} people connected, ${MESSAGES_PER_SECOND} lines a second for ${SECONDS} s`,
        columns: ['What', 'p50, ms', 'p99, ms', 'most, ms'],
        rows: [
          ['from sending to the answer', ...threeOf(waits)],
          ['from sending to each one’s browser', ...threeOf(ages)],
        ],
        notes: [
          `${ages.length} of ${expected} deliveries arrived${share === undefined ? '' : `; the server used ${share} % of a core`}.`,
        ],
      },
      goals: [
        {
          ...goal,
          name: 'chat, delivery p99 at 1,000 people and 20 lines/s',
          value: percentile(ages, 0.99),
          goal: 100,
        },
        { ...goal, name: 'chat, answer p99 at the same', value: percentile(waits, 0.99), goal: 50 },
        {
          ...goal,
          unit: '',
          name: 'chat, deliveries lost or doubled',
          value: Math.abs(expected - ages.length),
          goal: 0,
        },
      ],
    }
  } finally {
    stopBeating()
    for (const socket of sockets) socket.leave()
  }
}

function threeOf(values: readonly number[]): string[] {
  return [0.5, 0.99, 1].map((share) => figure(percentile(values, share)))
}
