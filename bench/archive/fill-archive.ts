import { operator } from '../../server/src/features/audit-log/index.ts'
import { openCatalog, type NewAlbum } from '../../server/src/features/catalog/index.ts'
import { newNames } from '../../server/src/storage/names.ts'
import type { Storable, Storage } from '../../server/src/storage/storage.ts'
import { createAccounts } from './account.ts'
import { type SampleAlbum, sampleAlbums } from './sample-albums.ts'
import { withServices } from './with-services.ts'

const ALBUMS_AT_ONCE = 100
const HOUR_MS = 60 * 60 * 1000
const BYTES_PER_SECOND = 24_000

/**
 * Fills an archive with the functions that the catalog exports to other features, so that its rows and its search index
 * are those of an import.
 */
export async function fillArchive(dataFolder: string, albums: number): Promise<void> {
  await withServices(dataFolder, async (services) => {
    await createAccounts(services, 1)
    const storage = discard(services.storage)
    const begunAt = Date.now() - albums * HOUR_MS
    let added = 0
    const now = () => new Date(begunAt + added * HOUR_MS)
    const { edit } = openCatalog({ ...services, storage, now })
    const add = async (batch: readonly NewAlbum[]) => {
      await edit.addAlbums(operator, batch)
      added += batch.length
    }
    const batch: NewAlbum[] = []
    for (const album of sampleAlbums(albums)) {
      batch.push(newAlbum(album))
      if (batch.length === ALBUMS_AT_ONCE) await add(batch.splice(0))
    }
    await add(batch)
  })
}

/**
 * Generates names for files that are never opened: only rows are measured, and a hundred thousand files would
 * just fill the disk.
 */
function discard(storage: Storage): Storage {
  return { ...storage, save: async (area, files) => newNames(area, files.length) }
}

const noFile: Storable = { from: 'path', path: '', link: true }

function newAlbum({ tracks, ...album }: SampleAlbum): NewAlbum {
  return {
    ...album,
    cover: noFile,
    tracks: tracks.map(({ title, durationSeconds }, index) => ({
      title,
      file: {
        item: noFile,
        info: {
          kind: 'audio',
          format: 'mp3',
          codec: 'mp3',
          durationSeconds,
          sizeBytes: Math.round(durationSeconds * BYTES_PER_SECOND),
          bitrate: BYTES_PER_SECOND * 8,
          sampleRate: 44_100,
          channels: 2,
          tags: {
            title,
            artist: 'Made-up',
            album: album.title,
            year: album.releaseYear,
            trackNumber: index + 1,
          },
        },
      },
    })),
  }
}
