import { createHash } from 'node:crypto'
import { backgroundWorker } from '#platform/background-worker.ts'
import type { Services } from '#services.ts'
import { StorageUnavailable } from '#storage/storage-unavailable.ts'
import type { StagedFile, Storable, Storage, StoredEntry } from '#storage/storage.ts'
import { digestOfPath } from './hashed-bytes.ts'
import { findMissingMedia, MediaMissing } from './media-presence.ts'
import { canBeRegenerated, keyOfEntry } from './named-files.ts'
import { insertHashes, type MediaDigest } from './stored-hashes.ts'
import type { MaintenanceTables } from './tables.ts'

const LOOK_EVERY_MS = 60_000
/**
 * Maximum number of hashes that wait to be written. A file without a hash gets one from the first backup that reads it.
 */
const WAITING_MAX = 10_000

type Row = MaintenanceTables['storedHashes']

export interface GuardedStorage {
  storage: Storage
  /** Writes the hashes that are still queued. */
  close: () => Promise<void>
}

/**
 * Wraps the storage for the features. It records the hashes of arriving files, which are computed from the bytes that
 * the client has sent. While the media of the archive are missing (an unmounted folder, another bucket), nothing is
 * stored, because the file would be lost with the next mount. Nothing is removed either, because the files may belong
 * to another archive. `freeBytes` then throws, so that the server is not ready.
 */
export function guardStorage(
  inner: Storage,
  { db, log, metrics, now }: Pick<Services, 'db' | 'log' | 'metrics' | 'now'>,
  lookEveryMs = LOOK_EVERY_MS,
): GuardedStorage {
  const waiting: Row[] = []
  const writer = backgroundWorker(
    async () => insertHashes(db, waiting.splice(0)),
    (error) => log.warn({ err: error }, 'hashes of stored files could not be recorded'),
  )
  let missing: number | undefined
  let looking = look()

  async function look(): Promise<void> {
    try {
      const found = await findMissingMedia(db, inner)
      if (found !== undefined && missing === undefined)
        log.error({ err: new MediaMissing(found) }, 'the media are missing')
      if (found === undefined && missing !== undefined) log.info('the media are there again')
      missing = found
    } catch (error) {
      // The database or the store is unavailable. Other checks report that.
      log.warn({ err: error }, 'the media could not be looked for')
    }
  }

  async function requireMedia(): Promise<void> {
    await looking
    if (missing !== undefined)
      throw new StorageUnavailable('the media are missing', new MediaMissing(missing))
  }

  function record(entry: StoredEntry, digest: MediaDigest): void {
    if (canBeRegenerated(entry) || waiting.length >= WAITING_MAX) return
    waiting.push({ name: keyOfEntry(entry), ...digest, checkedAt: now().toISOString(), stamp: null })
    writer.wake()
  }

  const timer = setInterval(() => {
    looking = look()
  }, lookEveryMs).unref()
  metrics.gauge('tonarchiv_media_missing', 'Whether the media of the archive are missing: 0 or 1.', () =>
    Number(missing !== undefined),
  )
  return {
    storage: {
      ...inner,
      save: async (area, files) => {
        await requireMedia()
        const [names, digests] = await Promise.all([inner.save(area, files), digestsOfPaths(files)])
        for (const [index, item] of files.entries()) {
          const digest = item.from === 'stage' ? digestOfStaged(item.file) : digests[index]
          if (digest !== undefined) record({ name: names[index] ?? '', label: undefined }, digest)
        }
        return names
      },
      saveVariant: async (name, label, bytes) => {
        await requireMedia()
        await inner.saveVariant(name, label, bytes)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        record({ name, label }, { sizeBytes: bytes.byteLength, sha256 })
      },
      remove: async (names) => {
        await requireMedia()
        await inner.remove(names)
      },
      freeBytes: async () => {
        await requireMedia()
        return inner.freeBytes()
      },
    },
    close: async () => {
      clearInterval(timer)
      await looking
      await writer.close()
      await insertHashes(db, waiting.splice(0))
    },
  }
}

function digestOfStaged(file: StagedFile): MediaDigest {
  return { sizeBytes: file.sizeBytes, sha256: file.sha256() }
}

/**
 * Hashes the files that have `isRead`, one after the other. A file that cannot be read is skipped here, because `save`
 * reports it.
 */
async function digestsOfPaths(files: readonly Storable[]): Promise<(MediaDigest | undefined)[]> {
  const digests: (MediaDigest | undefined)[] = []
  for (const item of files) {
    const isRead = item.from === 'path' && item.isRead === true
    digests.push(isRead ? await digestOfPath(item.path).catch(() => undefined) : undefined)
  }
  return digests
}
