import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The share of the time that an idle process works at most. */
const IDLE_UTILIZATION = 0.05
/** Memory by which the process must have grown since the last collection. */
const GROWN_BYTES = 64 * 1024 * 1024

const TIMES = {
  /** How often the process checks whether it is idle and has grown. */
  lookEveryMs: 10_000,
  /** Minimum time between two collections. */
  pauseMs: 5 * 60_000,
}

/**
 * Collects all garbage and returns the freed memory to the operating system, which V8 does not do while a process has
 * nothing to do. It blocks for about 100 ms, and longer when much memory is in use.
 */
export function collectGarbage(): void {
  // V8 adds its function `gc` only to contexts that are created after this flag is set.
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof gc === 'function') gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * Collects garbage when the process is idle and has grown much, for example because thousands of sockets were opened.
 * The process would otherwise keep this garbage until it is busy again.
 */
export function collectGarbageWhenIdle({ lookEveryMs, pauseMs } = TIMES): void {
  let keptBytes = process.memoryUsage.rss()
  let collectedAt = -Infinity
  let before = performance.eventLoopUtilization()
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    const isDue = performance.now() - collectedAt >= pauseMs
    const isIdle = utilization <= IDLE_UTILIZATION
    if (!isDue || !isIdle || process.memoryUsage.rss() < keptBytes + GROWN_BYTES) return
    collectGarbage()
    collectedAt = performance.now()
    keptBytes = process.memoryUsage.rss()
  }, lookEveryMs).unref()
}
