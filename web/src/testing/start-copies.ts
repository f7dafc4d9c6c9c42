import { onTestFinished, vi } from 'vitest'
import { writeRecords } from '#client/copies/copy-database.ts'
import { makeCopy } from '#client/copies/copy-files.ts'
import {
  type Collection,
  newCollection,
  writeCollection,
} from '../features/offline-copies/copies/collection.ts'
import { removeEverything } from '../features/offline-copies/copies/remove-everything.ts'
import { beginCopies } from '../features/offline-copies/engine/maintenance.ts'
import { startCopies } from '../features/offline-copies/engine/start.ts'

/**
 * Stores a complete copy of an album with one track, as in the browser of a member. The title of the album is its id.
 */
export async function keepAlbumOf(userId: string, id: string, more: Partial<Collection> = {}): Promise<void> {
  const version = `version-of-${id}`
  const track = { trackId: id, file: `${id}.mp3`, version, sizeBytes: 3, coverUrl: '' }
  const content = { kind: 'favorites' as const, favorites: [] }
  const read = { readAt: Date.now(), content, tracks: [track], withoutCopy: 0, coverUrls: [] }
  await beginCopies(userId)
  await writeCollection({ ...newCollection({ kind: 'album', id }, id, 0), read, ...more })
  await writeRecords('files', [{ ...track, mimeType: 'audio/mpeg', isComplete: true }])
  const writable = await (await makeCopy(userId, version)).createWritable()
  await writable.write('abc')
  await writable.close()
}

/** Starts the copies of an account, as the built app does. At the end of the test they are stopped and removed. */
export async function startCopiesOf(userId: string): Promise<void> {
  vi.stubEnv('PROD', true)
  const starting = startCopies(userId)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    const stop = await starting
    stop()
    await removeEverything()
  })
  await starting
}
