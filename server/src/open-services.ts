import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open.ts'
import { startMailer } from '#mail/mail.ts'
import { outboxTransport } from '#mail/mail.outbox.ts'
import { smtpTransport } from '#mail/mail.smtp.ts'
import { openFactsPool } from '#media/facts-pool.ts'
import { announcementsInProcess } from '#realtime/announcements.ts'
import type { Log, Services } from './services.ts'
import { openDiskStorage } from '#storage/storage.disk.ts'

export interface OpenServices {
  services: Services
  /** Ends background work and connections, in the order that loses nothing. */
  close: () => Promise<void>
}

interface Surroundings {
  log: Log
  now?: () => Date
  /** Where the links of letters are told when there is no mail server. */
  tell: (line: string) => void
}

/** Opens everything that features work with, and brings the database up to date. */
export async function openServices(
  config: Config,
  { log, now = () => new Date(), tell }: Surroundings,
): Promise<OpenServices> {
  await mkdir(config.dataFolder, { recursive: true, mode: 0o750 })
  const secret = config.secret ?? (await keptSecret(join(config.dataFolder, 'secret')))
  const db = openDatabase(config.database, (error) =>
    log.warn({ err: error }, 'an idle database connection was lost'),
  )
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  const storage = await openDiskStorage(join(config.dataFolder, 'media'))
  const transport =
    config.mail.kind === 'smtp'
      ? smtpTransport(config.mail.url, config.mail.from)
      : outboxTransport(config.mail.folder, config.mail.from, (subject, link) =>
          tell(`Brief „${subject}“: ${link}`),
        )
  const mailer = startMailer({ db, now, log }, transport)
  const services: Services = {
    config,
    db,
    storage,
    facts: openFactsPool(),
    mailer,
    announcements: announcementsInProcess(),
    secret,
    now,
    log,
  }
  mailer.wake()
  return {
    services,
    close: async () => {
      await mailer.close()
      await services.facts.close()
      await db.destroy()
    },
  }
}

/** The secret that signs tickets: made at the first start, readable by the owner only. */
async function keptSecret(path: string): Promise<string> {
  try {
    await writeFile(path, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return (await readFile(path, 'utf8')).trim()
}
