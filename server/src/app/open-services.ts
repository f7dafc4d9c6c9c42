import type { PostgresPool } from 'kysely'
import type { Config } from '#config.ts'
import { openDatabase } from '#database/open.ts'
import { timingsOf } from '#database/timings.ts'
import { type MailTransport, startMailer } from '#mail/mail.ts'
import { outboxTransport } from '#mail/mail.outbox.ts'
import { smtpTransport } from '#mail/mail.smtp.ts'
import { openProbePool, type ProbePool } from '#audio-probe/pool/probe-pool.ts'
import { createMetrics } from '#metrics/metrics.ts'
import { createDomainEvents } from '#events/domain-events.ts'
import { memoryHub, type MemoryHub } from '#events/bus.memory.ts'
import { openRedisBus } from '#events/bus.redis.ts'
import type { Log } from '#platform/log.ts'
import type { Services } from '#services.ts'
import { findBackupIn } from '#maintenance/backup/find-backups.ts'
import { prepareDatabase } from '#maintenance/database/prepare-database.ts'
import { guardStorage } from '#maintenance/guarded-storage.ts'
import { storedSecret } from '#maintenance/stored-secret.ts'
import { requireOwnFolder } from '#storage/disk/archive-owner.ts'
import { openDataFolder } from '#storage/disk/private-files.ts'
import { openStorage } from '#storage/backends/open-storage.ts'

/**
 * Interval at which the database is read for changes of other processes, when they use the same PostgreSQL without
 * Redis.
 */
const GAP_EVERY_MS = 3000

export interface OpenServices {
  services: Services
  /** Stops background work and closes connections, in an order that loses no data. */
  close: () => Promise<void>
}

interface ServiceOptions {
  log: Log
  now?: () => Date
  /** Prints a line for the operator. Links of emails are printed when there is no mail server. */
  writeLine: (line: string) => void
  /** Called when the disk under the database has failed. The process should then end. */
  onBrokenDisk?: (error: unknown) => void
  /**
   * Connects the processes of an installation without Redis. Tests pass it to connect several servers in one process.
   */
  hub?: MemoryHub
  /** Maximum number of threads that read media files; each needs about 30 MB. */
  probeThreads?: number
  /**
   * Reads media files for several servers of one process, and is not closed with them. By default each server opens its
   * own.
   */
  probe?: ProbePool
  /** See `openDatabase`. */
  cacheKilobytes?: number
  /** See `waitMs` of `openDatabase`. */
  databaseWaitMs?: number
  /** See `openDatabase`. */
  pool?: PostgresPool | undefined
}

/** Opens all services that features use, and migrates the database. */
export async function openServices(
  config: Config,
  {
    log,
    now = () => new Date(),
    writeLine,
    hub = memoryHub(),
    onBrokenDisk = () => {},
    probeThreads,
    probe: sharedProbe,
    cacheKilobytes,
    databaseWaitMs,
    pool,
  }: ServiceOptions,
): Promise<OpenServices> {
  await requireOwnFolder(config.dataFolder)
  await openDataFolder(config.dataFolder, { sharesMedia: config.storage.delivery === 'accel' })
  const secret = config.secret ?? (await storedSecret(config.dataFolder))
  const metrics = createMetrics(
    config.metrics.listen !== undefined || config.metrics.token !== undefined,
    log,
  )
  const { db, lock } = await prepareDatabase(
    { dataFolder: config.dataFolder, database: config.database, findBackup: findBackupIn(config.backup?.to) },
    () =>
      openDatabase(
        config.database,
        (error) => log.warn({ err: error }, 'an idle database connection was lost'),
        {
          timings: metrics.areRead ? timingsOf(metrics) : undefined,
          onBroken: onBrokenDisk,
          cacheKilobytes,
          waitMs: databaseWaitMs,
          pool,
        },
      ),
    log,
  )
  const guarded = guardStorage(await openStorage(config), { db, log, metrics, now })
  const { storage } = guarded
  const mailer = startMailer({ db, now, log }, mailTransport(config, writeLine))
  const bus =
    config.redisUrl === undefined
      ? hub.connect(
          (error) => log.error({ err: error }, 'a message of another process could not be handled'),
          // Without Redis there may still be other processes, but only with PostgreSQL.
          { gapEveryMs: db.kind === 'postgres' ? GAP_EVERY_MS : undefined },
        )
      : await openRedisBus({ url: config.redisUrl, secret, log })
  const probe = sharedProbe ?? openProbePool({ threads: probeThreads })
  const services: Services = {
    config,
    db,
    storage,
    probe,
    mailer,
    bus,
    events: createDomainEvents(bus),
    secret,
    metrics,
    now,
    log,
  }
  services.events.on('accountDeleted', ({ userId }) => {
    mailer.deleteForAccount(userId).catch((error: unknown) => {
      log.error({ err: error }, 'letters of a deleted account could not be removed')
    })
  })
  mailer.wake()
  return {
    services,
    close: async () => {
      await mailer.close()
      if (sharedProbe === undefined) await probe.close()
      await bus.close()
      await guarded.close()
      await db.destroy()
      lock.release()
      storage.close()
    },
  }
}

function mailTransport({ mail }: Config, writeLine: ServiceOptions['writeLine']): MailTransport {
  return mail.kind === 'smtp'
    ? smtpTransport(mail.url, mail.from)
    : outboxTransport(mail.folder, mail.from, (subject, link) => writeLine(`Brief „${subject}“: ${link}`))
}
