import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from './metrics.ts'

/** Interval at which the delay of the event loop is measured. One measurement costs a microsecond. */
const LOOP_LOOK_MS = 20
const NS = 1e9

/**
 * Measures the process itself: processor, memory, open files, and the delay of its event loop.
 * @returns a function that stops measuring
 */
export function measureProcess(metrics: Metrics): () => void {
  const loop = monitorEventLoopDelay({ resolution: LOOP_LOOK_MS })
  loop.enable()
  metrics.gauges('tonarchiv_event_loop_delay_seconds', 'How late timers ran since the last reading.', () => {
    const nothing = loop.count === 0
    const figures = [
      [{ quantile: '0.5' }, nothing ? 0 : loop.percentile(50) / NS],
      [{ quantile: '0.99' }, nothing ? 0 : loop.percentile(99) / NS],
      [{ quantile: '1' }, nothing ? 0 : loop.max / NS],
    ] as const
    loop.reset()
    return figures
  })
  const startedAt = Date.now() / 1000 - process.uptime()
  metrics.gauge('process_start_time_seconds', 'When the process started, since 1970.', () => startedAt)
  metrics.counter('process_cpu_seconds_total', 'Processor time that was used.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss())
  metrics.gauge('nodejs_heap_used_bytes', 'Memory of objects.', () => process.memoryUsage().heapUsed)
  metrics.gauge('nodejs_external_memory_bytes', 'Memory of buffers.', () => process.memoryUsage().external)
  if (process.platform === 'linux') {
    metrics.gauge('process_open_fds', 'Open files and connections.', async () => {
      const entries = await readdir('/proc/self/fd')
      return entries.length
    })
  }
  return () => loop.disable()
}
