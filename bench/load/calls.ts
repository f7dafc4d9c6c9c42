import { usageOf } from '../servers/process-usage.ts'
import { Connection } from './connection.ts'
import { median, percentile } from './percentile.ts'

/** A server under test and the requests that it gets, one after the other and repeatedly. */
export interface CallTarget {
  pid: number
  port: number
  requests: readonly Buffer[]
}

export interface CallFigures {
  p50Ms: number
  p99Ms: number
  perSecond: number
  /**
   * Processor time of the server per request, in the median round; undefined where the system does not report
   * it.
   */
  cpuMs: number | undefined
}

/** Number of concurrent clients; each sends its next request after a response. */
export const CALLERS = 8
const ROUNDS = 7
const ROUND_MS = 180
const WARM_UP_MS = 400
/** A limit for servers that answer much faster than expected. */
const REQUESTS_MAX = 50_000

/** The results of one target in all rounds. */
interface Tally {
  times: number[]
  seconds: number
  /** Processor time per request, one value for each round. Empty where the system does not report it. */
  cpuMs: number[]
}

/** Measures all targets in turn, in several rounds, so that variations of the machine affect all of them. */
export async function measureCalls(targets: readonly CallTarget[]): Promise<CallFigures[]> {
  for (const target of targets) await callFor(target, WARM_UP_MS)
  return measureRounds(targets, async (target) => callFor(target, ROUND_MS))
}

/** Like `measureCalls`, but sends each request only once, so that nothing that a server caches is measured. */
export async function measureCallsOnce(targets: readonly CallTarget[]): Promise<CallFigures[]> {
  const callPart = async (target: CallTarget, part: number) => {
    const size = Math.floor(target.requests.length / (ROUNDS + 1))
    const requests = target.requests.slice(part * size, (part + 1) * size)
    return callFor({ ...target, requests }, Infinity, requests.length)
  }
  // The last requests are sent first, to warm up.
  for (const target of targets) await callPart(target, ROUNDS)
  return measureRounds(targets, callPart)
}

interface Round {
  times: number[]
  seconds: number
}

async function measureRounds(
  targets: readonly CallTarget[],
  call: (target: CallTarget, round: number) => Promise<Round>,
): Promise<CallFigures[]> {
  const tallies = targets.map((): Tally => ({ times: [], seconds: 0, cpuMs: [] }))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, target] of targets.entries())
      await measureRound(target.pid, async () => call(target, round), tallies[index])
  return tallies.map(({ times, seconds, cpuMs }) => ({
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    perSecond: times.length / seconds,
    cpuMs: cpuMs.length === 0 ? undefined : median(cpuMs),
  }))
}

async function measureRound(
  pid: number,
  call: () => Promise<Round>,
  tally: Tally | undefined,
): Promise<void> {
  const before = usageOf(pid)
  const { times, seconds } = await call()
  const after = usageOf(pid)
  if (tally === undefined) return
  for (const time of times) tally.times.push(time)
  tally.seconds += seconds
  if (before !== undefined && after !== undefined)
    tally.cpuMs.push((after.cpuMs - before.cpuMs) / times.length)
}

async function callFor(
  { port, requests }: Pick<CallTarget, 'port' | 'requests'>,
  milliseconds: number,
  most = REQUESTS_MAX,
): Promise<Round> {
  const connections = await Promise.all(Array.from({ length: CALLERS }, async () => Connection.open(port)))
  const times: number[] = []
  const begunAt = performance.now()
  const endsAt = begunAt + milliseconds
  let next = 0
  try {
    await Promise.all(
      connections.map(async (connection) => {
        while (next < most) {
          const request = requests[next % requests.length]
          next += 1
          const requestedAt = performance.now()
          if (request === undefined || requestedAt >= endsAt) return
          await connection.request(request)
          times.push(performance.now() - requestedAt)
        }
      }),
    )
  } finally {
    for (const connection of connections) connection.close()
  }
  return { times, seconds: (performance.now() - begunAt) / 1000 }
}
