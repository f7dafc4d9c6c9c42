import { setTimeout as pause } from 'node:timers/promises'
import { SOCKET_PATH } from '@tonarchiv/contract/realtime'
import { keepAlive, openSockets } from '../load/chat-socket.ts'
import type { Goal } from '../report/goal.ts'
import { figure, kilobytes, megabytes, ratio, times } from '../report/numbers.ts'
import type { Table } from '../report/table.ts'
import { startBareSockets } from '../servers/floor.ts'
import { usageOf } from '../servers/process-usage.ts'
import { startProduct } from '../servers/product.ts'
import type { RunningServer } from '../servers/running-server.ts'

const SOCKETS = 10_000
/** Time in which the garbage from opening the sockets is collected. */
const SETTLE_MS = 20_000
const WATCHED_MS = 12_000

interface Idle {
  beforeBytes: number
  afterBytes: number
  eachBytes: number
  corePercent: number
  /** Bytes per second from the server to one socket. */
  restBytesPerSecond: number
}

/** The cost of ten thousand sockets that only send heartbeats, compared with the bare library `ws`. */
export async function measureIdle(
  dataFolder: string,
  tokens: readonly string[],
  runFolder: string,
): Promise<{ table: Table; goals: Goal[] }> {
  const paths = Array.from(
    { length: SOCKETS },
    (_, index) => `${SOCKET_PATH}?token=${tokens[index % tokens.length] ?? ''}`,
  )
  const ours = await idleOf(await startProduct(dataFolder, runFolder), paths)
  const bare = await idleOf(await startBareSockets('send', runFolder), paths)
  const row = (name: string, idle: Idle | undefined) => [
    name,
    megabytes(idle?.beforeBytes),
    megabytes(idle?.afterBytes),
    kilobytes(idle?.eachBytes),
    figure(idle?.corePercent),
    figure(idle?.restBytesPerSecond),
  ]
  const goal = { kind: 'atMost' } as const
  return {
    table: {
      heading: `${SOCKETS.toLocaleString('en')} idle sockets of ${tokens.length.toLocaleString('en')} people`,
      columns: ['Server', 'before, MB', 'with them, MB', 'each, KB', '% of a core', 'bytes/s to each'],
      rows: [row('ours', ours), row('bare ws', bare)],
      notes: [`Each beside bare ws: ${times(ratio(ours?.eachBytes, bare?.eachBytes))}`],
    },
    goals: [
      { ...goal, name: '10,000 idle sockets', value: ours && ours.afterBytes / 1e6, unit: 'MB', goal: 300 },
      {
        ...goal,
        name: 'memory of a socket beside bare ws',
        value: ratio(ours?.eachBytes, bare?.eachBytes),
        unit: '×',
        goal: 1.15,
        limit: 1.5,
      },
      { ...goal, name: 'presence at rest', value: ours?.restBytesPerSecond, unit: 'bytes/s', goal: 0 },
    ],
  }
}

async function idleOf(server: RunningServer, paths: readonly string[]): Promise<Idle | undefined> {
  await using running = server
  // The first socket loads modules that all others share.
  let receivedBytes = 0
  const onMessage = (message: Buffer) => {
    receivedBytes += message.length
  }
  const [first] = await openSockets(running.port, paths.slice(0, 1), onMessage)
  await pause(2000)
  const before = usageOf(running.pid)
  const sockets = await openSockets(running.port, paths.slice(1), onMessage, 50)
  const stopBeating = keepAlive(sockets)
  try {
    await pause(SETTLE_MS)
    const settled = usageOf(running.pid)
    receivedBytes = 0
    await pause(WATCHED_MS)
    const after = usageOf(running.pid)
    if (before === undefined || settled === undefined || after === undefined) return undefined
    return {
      beforeBytes: before.rssBytes,
      afterBytes: after.rssBytes,
      eachBytes: (after.rssBytes - before.rssBytes) / sockets.length,
      corePercent: ((after.cpuMs - settled.cpuMs) / WATCHED_MS) * 100,
      restBytesPerSecond: receivedBytes / paths.length / (WATCHED_MS / 1000),
    }
  } finally {
    stopBeating()
    for (const socket of sockets) socket.leave()
    first?.leave()
  }
}
