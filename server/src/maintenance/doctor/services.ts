import { existsSync } from 'node:fs'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { migrations } from '#database/migrate.ts'
import { openDatabase } from '#database/open.ts'
import { openStorage } from '#storage/backends/open-storage.ts'
import type { Config } from '#config.ts'
import type { Storage } from '#storage/storage.ts'
import { appliedMigrations } from '../database/database-copy.ts'
import { brokenReferences, faultOfSqliteFile, quickFaultOf } from '../database/sqlite-file.ts'
import { findMissingMedia, MediaMissing } from '../media-presence.ts'
import type { Check, Finding } from './finding.ts'

const TIMEOUT_MS = 5000

export const database: Check = async ({ database: choice }) => {
  if (choice.kind === 'sqlite') {
    if (!existsSync(choice.path))
      return {
        state: 'hint',
        message: `${choice.path} does not exist yet`,
        todo: 'It is made with the first start.',
      }
    const fault = faultOfSqliteFile(choice.path)
    if (fault !== undefined) {
      const todo = 'Bring the newest backup back: npm run archive -- restore --from PLACE --force'
      return { state: 'bad', message: `${choice.path}: ${fault}`, todo }
    }
    const broken = brokenReferences(choice.path)
    if (broken > 0)
      return { state: 'bad', message: `${broken} references lead nowhere`, todo: 'Restore a backup.' }
  }
  const db = openDatabase(choice, () => {})
  try {
    const version = choice.kind === 'postgres' ? `PostgreSQL ${await versionOfPostgres(db)}` : 'SQLite, whole'
    const applied = await appliedMigrations(db)
    const unknown = applied.find((name) => !migrations.some(([ours]) => ours === name))
    if (unknown !== undefined)
      return {
        state: 'bad',
        message: `newer than this program (${unknown})`,
        todo: 'Start the newer version.',
      }
    const missing = migrations.length - applied.length
    if (missing === 0) return { state: 'good', message: `${version}, up to date` }
    return {
      state: 'hint',
      message: `${version}, ${missing} steps behind`,
      todo: 'The next start brings it up to date.',
    }
  } finally {
    await db.destroy()
  }
}

async function versionOfPostgres(db: ReturnType<typeof openDatabase>): Promise<string> {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(db)
  return rows[0]?.version ?? 'unknown'
}

/** Stores, reads and removes a small file. */
export const media: Check = async (config) => {
  if (!existsSync(config.dataFolder))
    return { state: 'hint', message: 'no data folder yet', todo: 'It is made with the first start.' }
  const storage = await openStorage(config)
  const missing = await missingMedia(config, storage)
  if (missing !== undefined) {
    storage.close()
    return missing
  }
  const bytes = Buffer.from('probe')
  const staged = await storage.stage()
  try {
    await staged.write(bytes)
    const [name = ''] = await storage.save('covers', [{ from: 'stage', file: staged }])
    const file = await storage.open(name)
    const into = Buffer.alloc(bytes.length)
    await file?.read(into, 0)
    file?.close()
    await storage.remove([name])
    const where = config.storage.kind === 's3' ? `S3, ${config.storage.s3.bucket}` : 'on the disk'
    if (!into.equals(bytes))
      return {
        state: 'bad',
        message: `${where}: what was written could not be read`,
        todo: 'Look at the store’s own log.',
      }
    const message = `${where}: written, read and removed`
    if (config.storage.delivery !== 'redirect') return { state: 'good', message }
    const todo =
      'What the store is sending (MEDIA_DELIVERY=redirect) goes on after a logout: `proxy` ends it at once.'
    return { state: 'hint', message, todo }
  } finally {
    await staged.discard()
    storage.close()
  }
}

/** Undefined when they are there, or when another check reports the database. */
async function missingMedia(
  { database: choice }: Config,
  storage: Storage,
): Promise<Omit<Finding, 'what'> | undefined> {
  if (choice.kind === 'sqlite' && quickFaultOf(choice.path) !== undefined) return undefined
  const db = openDatabase(choice, () => {})
  try {
    const tried = await findMissingMedia(db, storage)
    if (tried === undefined) return undefined
    const { finding, todo } = new MediaMissing(tried)
    return { state: 'bad', message: finding, todo }
  } finally {
    await db.destroy()
  }
}

export const answeringRedis: Check = async ({ redisUrl, database: choice }) => {
  if (redisUrl === undefined) {
    return choice.kind === 'sqlite'
      ? { state: 'good', message: 'not set; one process needs none' }
      : { state: 'hint', message: 'not set', todo: 'Set REDIS_URL before a second process is started.' }
  }
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
  })
  redis.on('error', () => {})
  try {
    await redis.connect()
    await redis.ping()
    return { state: 'good', message: 'answers' }
  } catch {
    return {
      state: 'bad',
      message: 'does not answer',
      todo: 'Check REDIS_URL, and whether Redis or Valkey runs there.',
    }
  } finally {
    redis.disconnect()
  }
}

export const mail: Check = async ({ mail: choice }) => {
  if (choice.kind === 'outbox') {
    const todo = 'Set SMTP_URL, so that members get their letters.'
    return { state: 'hint', message: `no mail server: letters become files in ${choice.folder}`, todo }
  }
  const transport = createTransport({
    url: choice.url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  try {
    await transport.verify()
    return { state: 'good', message: `the server takes letters from ${choice.from}` }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    const todo =
      code === 'EAUTH'
        ? 'The server does not know this account: check name and password in SMTP_URL.'
        : 'Check host and port in SMTP_URL, and whether a firewall is in between.'
    return { state: 'bad', message: `the server does not take letters (${code})`, todo }
  } finally {
    transport.close()
  }
}
