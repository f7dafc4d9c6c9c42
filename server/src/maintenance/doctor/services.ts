import { existsSync } from 'node:fs'
import { readdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { createTransport } from 'nodemailer'
import { openStorage } from '#storage/backends/open-storage.ts'
import type { Config } from '#config.ts'
import { openDatabase } from '#database/open.ts'
import { ownerOfArchive } from '#storage/disk/archive-owner.ts'
import type { Storage } from '#storage/storage.ts'
import { quickFaultOf } from '../database/sqlite-file.ts'
import { findMissingMedia, MediaMissing } from '../media-presence.ts'
import type { Check, Finding } from './finding.ts'

const TIMEOUT_MS = 5000

/** Checks the media storage by storing, reading and removing a small file. */
export const media: Check = async (config) => {
  if (!existsSync(config.dataFolder))
    return { state: 'hint', message: 'no data folder yet', todo: 'It is made with the first start.' }
  const isNew = (await ownerOfArchive(config.dataFolder)) === undefined
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
    // The folders are removed again, because a folder with media and without a database counts as an archive whose
    // database was lost.
    if (isNew) await removeEmptyFolders(join(config.dataFolder, 'media'))
  }
}

/**
 * Checks whether the media of the archive are in the storage. Undefined when they are, or when another check reports a
 * fault of the database.
 */
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

async function removeEmptyFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await removeEmptyFolders(join(folder, entry.name))
  await rmdir(folder).catch(() => {})
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
