import { setTimeout as pause } from 'node:timers/promises'
import { SOCKET_PATH } from '@tonarchiv/contract/realtime'
import { postMessage } from '@tonarchiv/contract/chat'
import { keepAlive, openSockets } from '../load/chat-socket.ts'
import { waitUntil } from '../load/wait-until.ts'
import type { Goal } from '../report/goal.ts'
import { megabytes } from '../report/numbers.ts'
import type { Table } from '../report/table.ts'
import { usageOf } from '../servers/process-usage.ts'
import { startProduct } from '../servers/product.ts'

/** Clients that stop reading, and clients that continue. */
const STOPPED = 40
const READING = 20
const WRITERS = 10
/** Messages of 2 KB each. The sockets' buffers take several megabytes before the server's queue grows. */
const ROUNDS = 800
/**
 * A paused socket learns of its end by writing: the server's system answers the first heartbeat after the end with a
 * reset, and the second one, ten seconds later, fails.
 */
const CUT_WITHIN_MS = 25_000

/** The cost of a client that opens a socket, stops reading and stays connected, while others send many messages. */
export async function measureStopped(
  dataFolder: string,
  tokens: readonly string[],
  runFolder: string,
): Promise<{ table: Table; goals: Goal[] }> {
  await using product = await startProduct(dataFolder, runFolder)
  const pathsOf = (some: readonly string[]) => some.map((token) => `${SOCKET_PATH}?token=${token}`)
  const readers = await openSockets(product.port, pathsOf(tokens.slice(0, READING)), () => {})
  const stopped = await openSockets(product.port, pathsOf(tokens.slice(READING, READING + STOPPED)), () => {})
  const stopBeating = keepAlive([...readers, ...stopped])
  try {
    await pause(2000)
    // A first run, because some memory is allocated once, for any messages.
    await talk(product.port, tokens.slice(0, WRITERS), 150)
    await pause(2000)
    const before = usageOf(product.pid)?.rssBytes
    let most = before ?? Number.NaN
    const look = setInterval(() => {
      most = Math.max(most, usageOf(product.pid)?.rssBytes ?? Number.NaN)
    }, 50)
    let cut = 0
    for (const socket of stopped) {
      socket.pause()
      void socket.ended.then(() => (cut += 1))
    }
    await talk(product.port, tokens.slice(0, WRITERS), ROUNDS)
    await waitUntil(() => cut === STOPPED, CUT_WITHIN_MS)
    clearInterval(look)
    // Sockets that are not known to be cut off by now. A paused socket reads nothing, so that it notices its end late.
    const left = STOPPED - cut
    const each = before === undefined ? undefined : (most - before) / STOPPED
    return {
      table: {
        heading: `${STOPPED} browsers that stop reading, while ${ROUNDS * WRITERS} long lines are said`,
        columns: ['Server', 'before, MB', 'most, MB', 'each, MB', 'still connected'],
        rows: [['ours', megabytes(before), megabytes(most), megabytes(each), String(left)]],
      },
      goals: [
        {
          name: 'memory of a browser that stops reading',
          value: each === undefined ? undefined : each / 1e6,
          unit: 'MB',
          kind: 'atMost',
          goal: 2,
        },
        {
          name: 'browsers that stop reading and are not cut off',
          value: left,
          unit: '',
          kind: 'atMost',
          goal: 0,
        },
      ],
    }
  } finally {
    stopBeating()
    for (const socket of [...readers, ...stopped]) socket.leave()
  }
}

async function talk(port: number, tokens: readonly string[], rounds: number): Promise<void> {
  const body = JSON.stringify({ message: '🦜'.repeat(480) })
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(
      tokens.map(async (token) => {
        const response = await fetch(`http://127.0.0.1:${port}${postMessage.path}`, {
          method: postMessage.method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body,
        })
        if (!response.ok) throw new Error(`A line was answered with ${response.status}`)
        await response.arrayBuffer()
      }),
    )
  }
}
