import {
  OPEN_UPLOADS_MAX,
  tooManyUploads,
  UPLOAD_TTL_HOURS,
  UPLOAD_MAX_BYTES,
  uploadGone,
  uploadUnfinished,
  type UploadKind,
} from '@tonarchiv/contract/uploads'
import { diskFull, tooLarge } from '@tonarchiv/contract/refusal'
import { join } from 'node:path'
import { boundedQueue } from '#platform/bounded-queue.ts'
import type { FindReferred } from '#http/uploads/uploads.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { type ArrivingFiles, arrivingFiles } from './arriving-files.ts'
import * as store from './store.ts'
import { type UploadLocks, uploadLocks } from './upload-locks.ts'

const HOUR_MS = 60 * 60 * 1000
const MEGABYTE = 1024 * 1024
const CREATIONS_WAITING = 1000

type Needs = Pick<Services, 'db' | 'storage' | 'config' | 'now' | 'log'>

export interface NewUpload {
  id: string
  kind: UploadKind
  fileName: string
  sizeBytes: number
}

/** An upload and the number of its arrived bytes. */
export interface FoundUpload extends store.UploadRow {
  arrivedBytes: number
}

/** The uploads of each account. */
export interface ResumableUploads {
  files: ArrivingFiles
  locks: UploadLocks
  /**
   * Creates an upload.
   * @throws Refused `tooLarge`, `tooManyUploads`, `diskFull`
   */
  create(userId: string, upload: NewUpload): Promise<void>
  /**
   * Finds an upload.
   * @throws Refused `uploadGone`
   */
  find(userId: string, id: string): Promise<FoundUpload>
  /**
   * Postpones the expiry of an upload.
   * @returns the new time of expiry
   */
  prolong(id: string): Promise<string>
  remove(id: string): Promise<void>
  /** Finds a finished upload to which a form refers. */
  refer: FindReferred
  /**
   * Checks the free disk space.
   * @throws Refused `diskFull` when less than the reserved space is free
   */
  refuseWithoutSpace(): Promise<void>
}

export function openResumableUploads(services: Needs): ResumableUploads {
  const { db, storage, config, now, log } = services
  const files = arrivingFiles(folderOf(config))
  const locks = uploadLocks()
  /** Uploads are created one after the other, so that two of them do not rely on the same free space. */
  const creations = boundedQueue({ atOnce: 1, waiting: CREATIONS_WAITING })
  const expiry = () => new Date(now().getTime() + UPLOAD_TTL_HOURS * HOUR_MS).toISOString()

  async function createSequentially(userId: string, { sizeBytes, ...upload }: NewUpload): Promise<void> {
    const max = UPLOAD_MAX_BYTES[upload.kind]
    if (sizeBytes > max) throw new Refused(tooLarge, { values: { n: Math.floor(max / MEGABYTE) } })
    const open = await store.openUploads(db, now().toISOString())
    if (open.filter((row) => row.userId === userId).length >= OPEN_UPLOADS_MAX)
      throw new Refused(tooManyUploads, { retryAfterSeconds: 3600 })
    const missing = await Promise.all(
      open.map(async (row) => Math.max(0, row.sizeBytes - ((await files.sizeOf(row.id)) ?? row.sizeBytes))),
    )
    const promised = missing.reduce((sum, bytes) => sum + bytes, 0)
    if ((await storage.freeBytes()) < promised + 2 * sizeBytes + config.reservedDiskBytes)
      throw new Refused(diskFull)
    await files.make(upload.id)
    const row = { ...upload, userId, sizeBytes, createdAt: now().toISOString(), expiresAt: expiry() }
    await store.insertUpload(db, row)
  }

  async function find(userId: string, id: string): Promise<FoundUpload> {
    const row = await store.findUpload(db, id, userId, now().toISOString())
    const arrivedBytes = row && (await files.sizeOf(row.id))
    if (row === undefined || arrivedBytes === undefined) throw new Refused(uploadGone)
    return { ...row, arrivedBytes }
  }

  async function remove(id: string): Promise<void> {
    await store.deleteUpload(db, id)
    await files.remove(id)
  }

  return {
    files,
    locks,
    find,
    remove,
    create: (userId, upload) => creations.run(() => createSequentially(userId, upload)),
    prolong: async (id) => {
      const expiresAt = expiry()
      await store.prolong(db, id, expiresAt)
      return expiresAt
    },
    refuseWithoutSpace: async () => {
      if ((await storage.freeBytes()) < config.reservedDiskBytes) throw new Refused(diskFull)
    },
    refer: async (userId, id) => {
      const release = await locks.acquire(id)
      if (release === undefined) throw new Refused(uploadUnfinished)
      try {
        const { arrivedBytes, sizeBytes } = await find(userId, id)
        if (arrivedBytes !== sizeBytes) throw new Refused(uploadUnfinished)
      } catch (error) {
        release()
        throw error
      }
      return {
        path: files.pathOf(id),
        sizeBytes: (await files.sizeOf(id)) ?? 0,
        release: async (isUsed) => {
          try {
            if (isUsed) await remove(id)
          } catch (error) {
            log.warn({ err: error }, 'an upload that was used stays for a while')
          } finally {
            release()
          }
        },
      }
    },
  }
}

/**
 * The folder of the uploads. It is beside the media folder: if both are on the same file system, a finished file need
 * not be copied.
 */
function folderOf({ dataFolder }: Pick<Services['config'], 'dataFolder'>): string {
  return join(dataFolder, 'uploads')
}

/** Deletes expired uploads, and files that no row refers to. */
export async function cleanUpUploads({
  db,
  config,
  now,
}: Pick<Services, 'db' | 'config' | 'now'>): Promise<void> {
  const files = arrivingFiles(folderOf(config))
  for (const id of await store.expiredIds(db, now().toISOString())) {
    await files.remove(id)
    await store.deleteUpload(db, id)
  }
  // Younger files are kept, because a file is created shortly before its row.
  const before = new Date(Date.now() - HOUR_MS)
  for await (const id of files.untouchedSince(before))
    if (!(await store.isKnown(db, id))) await files.remove(id)
}
