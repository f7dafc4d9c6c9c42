import type { Config } from './config.ts'
import type { Database } from '#database/open.ts'
import type { Announcements } from '#events/announcements.ts'
import type { Bus } from '#events/bus.ts'
import type { Mailer } from '#mail/mail.ts'
import type { FactsPool } from '#audio-probe/pool/facts-pool.ts'
import type { Metrics } from '#metrics/metrics.ts'
import type { Log } from '#platform/log.ts'
import type { Storage } from '#storage/storage.ts'

/** What every feature is given. */
export interface Services {
  config: Config
  db: Database
  storage: Storage
  /** Reads what audio files are and say. */
  facts: FactsPool
  mailer: Mailer
  /** To the other processes of this installation. */
  bus: Bus
  announcements: Announcements
  /** Signs tickets and blinds the names of rate-limit buckets. At least 32 bytes. */
  secret: string
  metrics: Metrics
  now: () => Date
  log: Log
}
