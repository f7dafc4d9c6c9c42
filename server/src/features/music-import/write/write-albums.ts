import { titleInUse, tooManyTracks } from '@tonarchiv/contract/archive-editing'
import { staleList } from '@tonarchiv/contract/refusal'
import { openCatalog } from '#features/catalog/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { addNewAlbums, type NewAlbumOfFolder } from './add-new-albums.ts'
import { findTarget, type Target } from './find-target.ts'
import { sameName } from '@tonarchiv/contract/album-tags'
import { filesOf, type PlannedAlbum } from '../plan/planned-album.ts'
import type { ReadFolder } from '../read/read-folders.ts'
import type { ImportReport } from '../record/report.ts'
import { requireSpace } from './required-space.ts'
import { outlineOfNew, syncFromFiles } from './sync-from-files.ts'
import type { WriteOptions, Writing } from './writing.ts'

/** Writes albums into the archive: several new ones in one transaction, all others one by one. */
export interface AlbumWriter {
  /** Queues an album of a folder. It is stored when `flush` is called, or earlier. */
  add(album: PlannedAlbum, read: ReadFolder): Promise<void>
  flush(): Promise<void>
}

const ALBUMS_AT_ONCE = 16
const TRACKS_AT_ONCE = 200
/** Maximum number of batches whose files are stored at the same time. */
const BATCHES_AT_ONCE = 2
/**
 * Maximum number of attempts to write an album that an admin changes at the same time. It is planned again before each
 * attempt.
 */
const ATTEMPTS = 5

export function albumWriter(services: Services, report: ImportReport, options: WriteOptions): AlbumWriter {
  const writing: Writing = {
    services,
    catalog: openCatalog(services),
    report,
    ...options,
    linked: ({ path, info }) => ({
      item: { from: 'path', path, link: options.mayLink, follows: true },
      info,
    }),
  }
  let waiting: NewAlbumOfFolder[] = []
  /** The batches that are being stored and their albums. The oldest batch comes first. */
  const running: { albums: readonly NewAlbumOfFolder[]; done: Promise<void> }[] = []
  let lastDone: Promise<unknown> = Promise.resolve()
  /** The titles of the albums that are queued or being stored. */
  const titles = new Set<string>()
  /** Albums that were updated from a folder in this run. Other folders do not update them again. */
  const claimed = new Set<string>()

  /** Starts to store the queued albums. Their rows are written after those of earlier batches. */
  function start(): void {
    const albums = waiting
    waiting = []
    if (albums.length === 0) return
    const before = lastDone
    const done = writeBatch(albums, before)
    lastDone = done.catch(() => {})
    // The error is handled when the batch is awaited.
    done.catch(() => {})
    running.push({ albums, done })
  }

  async function writeBatch(albums: readonly NewAlbumOfFolder[], before: Promise<unknown>): Promise<void> {
    try {
      const files = albums.flatMap(({ album }) => filesOf(album))
      await requireSpace(services, files, options.mayLink)
      await addNewAlbums(writing, albums, before)
    } catch (error) {
      if (!isFaultOfFiles(error) && !isRefused(error)) throw error
      // One of the albums has made the batch fail, so each album is now written on its own.
      for (const one of albums)
        await attempt(one.album, async () => void (await addNewAlbums(writing, [one], Promise.resolve())))
    }
  }

  /**
   * Writes an album. If the album's files cause the error, they are reported as skipped. Other errors, such as a full
   * disk, are thrown.
   */
  async function attempt(album: PlannedAlbum, act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      const reason = isRefused(error) ? 'too-many-tracks' : 'unreadable'
      if (!isFaultOfFiles(error) && !isRefused(error)) throw error
      for (const { file } of album.tracks) report.skipped.push({ path: file.recorded, reason })
    }
  }

  async function drain(left: number): Promise<void> {
    while (running.length > left) {
      const [oldest] = running
      try {
        await oldest?.done
      } finally {
        running.shift()
        for (const { album } of oldest?.albums ?? []) titles.delete(sameName(album.title))
      }
    }
  }

  async function flush(): Promise<void> {
    start()
    await drain(0)
  }

  async function sync(target: Target | undefined, album: PlannedAlbum, read: ReadFolder): Promise<void> {
    await flush()
    await attempt(album, async () => {
      for (let number = 1; ; number += 1) {
        try {
          const albumId = await syncFromFiles(writing, target, album, read)
          if (albumId !== undefined) claimed.add(albumId)
          return
        } catch (error) {
          const isStale = error instanceof Refused && error.refusal === staleList
          if (!isStale || number === ATTEMPTS) throw error
        }
      }
    })
  }

  return {
    flush,
    add: async (album, read) => {
      // An album with the same title must be stored before it can be compared.
      const title = sameName(album.title)
      if (titles.has(title)) await flush()
      const target = await findTarget(writing, album, read, claimed)
      const isKnown = filesOf(album).some(({ recorded }) => read.known.has(recorded))
      if (target !== undefined || isKnown) return sync(target, album, read)
      if (options.isDryRun) {
        report.planned.push(outlineOfNew(album))
        report.albums += 1
        report.tracks += album.tracks.length
        return
      }
      waiting.push({ album, read })
      titles.add(title)
      const inAll = waiting.reduce((sum, one) => sum + one.album.tracks.length, 0)
      if (waiting.length < ALBUMS_AT_ONCE && inAll < TRACKS_AT_ONCE) return
      start()
      await drain(BATCHES_AT_ONCE - 1)
    },
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof Refused && [titleInUse, tooManyTracks, staleList].includes(error.refusal)
}

function isFaultOfFiles(error: unknown): boolean {
  const codes = ['ENOENT', 'EACCES', 'EPERM', 'EIO', 'ELOOP', 'ENAMETOOLONG', 'ESTALE', 'EISDIR']
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
