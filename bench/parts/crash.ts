import { setTimeout as pause } from 'node:timers/promises'
import { accountOf } from '../archive/account.ts'
import { SOUND_ACCOUNTS } from '../archive/sound-archive.ts'
import { getRequest } from '../load/connection.ts'
import { streamAtRate } from '../load/listeners.ts'
import { figure } from '../report/numbers.ts'
import { logIn } from '../servers/log-in.ts'
import { startProduct } from '../servers/product.ts'
import type { RunningServer } from '../servers/running-server.ts'
import type { Findings, BenchContext } from './part.ts'

const LISTENERS = 50
const BYTES_PER_SECOND = 40_000

/** The time until a killed server is ready again, and the time in which a server stops after SIGTERM. */
export async function measureCrash({ archives, runFolder }: BenchContext): Promise<Findings> {
  const killed = await startProduct(archives.large.dataFolder, runFolder)
  process.kill(killed.pid, 'SIGKILL')
  await goneAfter(killed)
  let upAgainMs: number
  {
    await using back = await startProduct(archives.large.dataFolder, runFolder)
    upAgainMs = back.startMs
  }
  const server = await startProduct(archives.sound.dataFolder, runFolder)
  const listeners = await Promise.all(
    Array.from({ length: LISTENERS }, async (_, number) => {
      const token = await logIn(server.port, accountOf(number % SOUND_ACCOUNTS))
      const file = archives.sound.fileNames[number % archives.sound.fileNames.length] ?? ''
      const request = getRequest(`/api/stream/${file}`, { authorization: `Bearer ${token}` })
      return streamAtRate(server.port, [request], BYTES_PER_SECOND)
    }),
  )
  process.kill(server.pid, 'SIGTERM')
  const drainMs = await goneAfter(server)
  for (const listener of listeners) listener.leave()
  return {
    tables: [
      {
        heading: 'Crash and stop',
        columns: ['What', 'ms'],
        rows: [
          [`ready again after kill -9, ${archives.large.label}`, figure(upAgainMs)],
          [`ended after SIGTERM, ${LISTENERS} listeners in the middle of a track`, figure(drainMs)],
        ],
      },
    ],
    goals: [
      { name: 'ready again after kill -9', value: upAgainMs, unit: 'ms', kind: 'atMost', goal: 5000 },
      { name: 'ended after SIGTERM', value: drainMs, unit: 'ms', kind: 'atMost', goal: 30_000 },
    ],
  }
}

/**
 * Stops a server.
 * @returns milliseconds until the process has ended
 */
async function goneAfter({ pid }: RunningServer): Promise<number> {
  const begunAt = performance.now()
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return performance.now() - begunAt
    }
    await pause(5)
  }
}
