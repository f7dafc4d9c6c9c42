import type { LogEvent } from 'kysely'
import type { Count, Durations, Metrics } from '#metrics/metrics.ts'
import type { ReadNow } from './sqlite-dialect.ts'

/** Receives the durations of statements. */
export interface Timings {
  reads: Durations
  writes: Durations
  faults: Count
}

export function timingsOf(metrics: Metrics): Timings {
  const took = metrics.durations(
    'tonarchiv_database_duration_seconds',
    'How long statements took; of writes on SQLite including the wait for their turn.',
  )
  const faults = metrics.counts('tonarchiv_database_faults_total', 'Statements that failed.')
  return { reads: took.of({ kind: 'read' }), writes: took.of({ kind: 'write' }), faults: faults.of({}) }
}

/** The hooks by which a database records its timings. They are empty when no metrics are configured. */
export function openTimings(timings: Timings | undefined): {
  log: ((event: LogEvent) => void) | undefined
  timed: (read: ReadNow) => ReadNow
} {
  if (timings === undefined) return { log: undefined, timed: (read) => read }
  const { reads, writes, faults } = timings
  return {
    log: ({ level, query, queryDurationMillis }) => {
      const isRead = query.query.kind === 'SelectQueryNode'
      ;(isRead ? reads : writes).observe(queryDurationMillis / 1000)
      if (level === 'error') faults.add()
    },
    timed: (read) => (sql, parameters) => {
      const startedAt = performance.now()
      const rows = read(sql, parameters)
      if (rows !== undefined) reads.observe((performance.now() - startedAt) / 1000)
      return rows
    },
  }
}
