import type { Config } from './config.ts'
import type { Database } from '#database/open.ts'
import type { DomainEvents } from '#events/domain-events.ts'
import type { Bus } from '#events/bus.ts'
import type { Mailer } from '#mail/mail.ts'
import type { ProbePool } from '#audio-probe/pool/probe-pool.ts'
import type { Metrics } from '#metrics/metrics.ts'
import type { Log } from '#platform/log.ts'
import type { Storage } from '#storage/storage.ts'

/** Services that are passed to every feature. */
export interface Services {
  config: Config
  db: Database
  storage: Storage
  /** Reads metadata of media files. */
  probe: ProbePool
  mailer: Mailer
  /** Sends messages to the other processes of this installation and receives theirs. */
  bus: Bus
  events: DomainEvents
  /**
   * The secret of the installation, of at least 32 bytes. It signs tickets and derives the names of rate-limit buckets.
   */
  secret: string
  metrics: Metrics
  now: () => Date
  log: Log
}
