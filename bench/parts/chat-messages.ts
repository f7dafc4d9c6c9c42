import { setTimeout as pause } from 'node:timers/promises'
import { SOCKET_PATH } from '@tonarchiv/contract/realtime'
import { isReaction, messageIdIn, reactionRequest, readRequest } from '../load/chat-mix.ts'
import { ChatSocket, keepAlive, openSockets } from '../load/chat-socket.ts'
import { ageOf, postAtRate, sendAtRate } from '../load/chat-writer.ts'
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
/** Every tenth message is a reply. */
const REPLY_EVERY = 10
/** A quarter of the rate of messages. */
const REACTIONS_PER_SECOND = 5
/** Moves of read marks, each by another member. */
const READS_PER_SECOND = 50
const REACTORS = 10
const RECEIVED_WITHIN_MS = 10_000

/**
 * A thousand members, some of whom send messages: the response time, and the time until all have received a message.
 */
export async function measureTalk(
  product: RunningServer,
  tokens: readonly string[],
): Promise<{ table: Table; goals: Goal[] }> {
  const ages: number[] = []
  let reactionsReceived = 0
  let newestId = ''
  const paths = tokens.slice(0, PEOPLE).map((token) => `${SOCKET_PATH}?token=${token}`)
  const sockets = await openSockets(product.port, paths, (message) => {
    const age = ageOf(message)
    if (age !== undefined) ages.push(age)
    else if (isReaction(message)) reactionsReceived += 1
  })
  // Receives messages as well, so that replies and reactions have a message to refer to.
  const follower = await ChatSocket.open(product.port, paths[0] ?? '', (message) => {
    newestId = messageIdIn(message) ?? newestId
  })
  const stopBeating = keepAlive(sockets)
  try {
    // Waits until all clients have the list of members.
    await pause(3000)
    const messages = MESSAGES_PER_SECOND * SECONDS
    const before = usageOf(product.pid)
    const begunAt = performance.now()
    const { port } = product
    const writers = tokens.slice(0, WRITERS)
    const repliedTo = (number: number) =>
      number % REPLY_EVERY === 0 && newestId !== '' ? newestId : undefined
    const posting = postAtRate(port, writers, { messages, perSecond: MESSAGES_PER_SECOND }, repliedTo)
    await waitUntil(() => newestId !== '', RECEIVED_WITHIN_MS)
    const others = { port, newestId: () => newestId }
    const [waits, reactionWaits, readWaits] = await Promise.all([
      posting,
      reactAtRate({ ...others, tokens: tokens.slice(WRITERS, WRITERS + REACTORS) }),
      readAtRate({ ...others, tokens: tokens.slice(-READS_PER_SECOND) }),
    ])
    const expected = messages * sockets.length
    const expectedReactions = reactionWaits.length * sockets.length
    await waitUntil(
      () => ages.length >= expected && reactionsReceived >= expectedReactions,
      RECEIVED_WITHIN_MS,
    )
    const seconds = (performance.now() - begunAt) / 1000
    const after = usageOf(product.pid)
    const share = before && after && ((after.cpuMs - before.cpuMs) / 10 / seconds).toFixed(0)
    const goal = { kind: 'atMost', unit: 'ms' } as const
    return {
      table: {
        heading: `Chat: ${PEOPLE} people connected, ${MESSAGES_PER_SECOND} lines a second for ${SECONDS} s, ${REACTIONS_PER_SECOND} reactions and ${READS_PER_SECOND} read marks`,
        columns: ['What', 'p50, ms', 'p99, ms', 'most, ms'],
        rows: [
          ['from sending to the answer', ...threeOf(waits)],
          ['from sending to each one’s browser', ...threeOf(ages)],
          ['from a reaction to the answer', ...threeOf(reactionWaits)],
          ['from a read mark to the answer', ...threeOf(readWaits)],
        ],
        notes: [
          `${ages.length} of ${expected} deliveries arrived, and ${reactionsReceived} of ${expectedReactions} of reactions${share === undefined ? '' : `; the server used ${share} % of a core`}.`,
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
          value: Math.abs(expected - ages.length) + Math.abs(expectedReactions - reactionsReceived),
          goal: 0,
        },
      ],
    }
  } finally {
    stopBeating()
    follower.leave()
    for (const socket of sockets) socket.leave()
  }
}

interface Others {
  port: number
  tokens: readonly string[]
  newestId: () => string
}

/** Puts reactions to the newest message while messages are sent. @returns the response times in milliseconds */
async function reactAtRate({ port, tokens, newestId }: Others): Promise<number[]> {
  const rate = { messages: REACTIONS_PER_SECOND * SECONDS, perSecond: REACTIONS_PER_SECOND }
  return sendAtRate(port, tokens, rate, (token, number) => reactionRequest(port, token, newestId(), number))
}

/** Moves read marks while messages are sent. @returns the response times in milliseconds */
async function readAtRate({ port, tokens, newestId }: Others): Promise<number[]> {
  const rate = { messages: READS_PER_SECOND * SECONDS, perSecond: READS_PER_SECOND }
  return sendAtRate(port, tokens, rate, (token) => readRequest(port, token, newestId()))
}

function threeOf(values: readonly number[]): string[] {
  return [0.5, 0.99, 1].map((share) => figure(percentile(values, share)))
}
