import { titleInUse, TRACKS_PER_ALBUM_MAX } from '@tonarchiv/contract/archive-editing'
import { operator } from '#features/audit-log/index.ts'
import { type Catalog, openCatalog, type NewAlbum, type NewTrack } from '#features/catalog/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { StagedFile } from '#storage/storage.ts'
import { stageCover } from './album-cover.ts'
import { artistsOfTrack } from './credits.ts'
import { withoutDuplicates } from './duplicates.ts'
import { asTitle, sameName } from './names.ts'
import type { PlannedAlbum, PlannedTrack } from './plan-albums.ts'
import type { ImportReport } from './report.ts'
import { albumOfKey, noteAlbum, noteFiles } from './store.ts'

/** Adds albums to the archive, several in one transaction, because each transaction waits for the disk. */
export interface AlbumWriter {
  /** Queues an album, or its new tracks; it is stored by the next `flush` at the latest. */
  add(album: PlannedAlbum, coverPaths: readonly string[]): Promise<void>
  flush(): Promise<void>
}

/** An album that is queued for the next transaction. */
interface Waiting {
  album: PlannedAlbum
  albumKey: string
  coverPaths: readonly string[]
}

const ALBUMS_AT_ONCE = 16
const TRACKS_AT_ONCE = 200

/**
 * Updates the report with stored and failed files. `mayLink`: by hard link where the file system allows it.
 */
export function albumWriter(services: Services, report: ImportReport, mayLink: boolean): AlbumWriter {
  const catalog = openCatalog(services)
  let waiting: Waiting[] = []

  async function write(batch: readonly Waiting[]): Promise<void> {
    await addNew(services, catalog, batch, mayLink)
    report.albums += batch.length
    for (const { album } of batch) report.tracks += album.tracks.length
  }

  /**
   * Reports the files as skipped when they cause the error, and continues with the next album; a full disk is
   * not their fault.
   */
  async function attempt(tracks: readonly PlannedTrack[], act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (!isFaultOfFiles(error)) throw error
      for (const { file } of tracks) report.skipped.push({ path: file.path, reason: 'unreadable' })
    }
  }

  async function flush(): Promise<void> {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      await write(batch)
    } catch (error) {
      if (!isFaultOfFiles(error) && !isTitleInUse(error)) throw error
      // One of them fails, so each is written by itself.
      for (const one of batch) await attempt(one.album.tracks, () => write([one]))
    }
  }

  return {
    flush,
    add: async (planned, coverPaths) => {
      const title = sameName(planned.title)
      const albumKey = `${title}\n${sameName(planned.artist ?? '')}`
      // An album with the same title must be stored before it can be compared.
      if (waiting.some(({ album }) => sameName(album.title) === title)) await flush()
      const id = await albumOfKey(services.db, albumKey)
      const present =
        id === undefined ? undefined : { id, tracks: (await catalog.list.tracksOf([id])).of(id) }
      const tracks = withoutDuplicates(planned.tracks, present?.tracks ?? [], report.skipped)
      if (tracks.length === 0) return
      const album = { ...planned, tracks }
      if (present !== undefined) {
        await attempt(tracks, async () => {
          report.tracks += await addMore(catalog, present, album, mayLink)
        })
        return
      }
      waiting.push({ album, albumKey, coverPaths })
      const inAll = waiting.reduce((sum, one) => sum + one.album.tracks.length, 0)
      if (waiting.length >= ALBUMS_AT_ONCE || inAll >= TRACKS_AT_ONCE) await flush()
    },
  }
}

/**
 * Adds albums with unused titles.
 * @throws Refused `titleInUse` when an admin was faster, or two of them need the same one
 */
async function addNew(
  services: Services,
  { list, edit }: Catalog,
  batch: readonly Waiting[],
  mayLink: boolean,
): Promise<void> {
  const covers: StagedFile[] = []
  try {
    const albums: NewAlbum[] = []
    for (const { album, coverPaths } of batch) {
      const cover = await stageCover(services.storage, album, coverPaths)
      if (cover !== undefined) covers.push(cover)
      albums.push({
        title: await freeTitle(list, album),
        releaseYear: album.year,
        type: album.type,
        isExclusive: false,
        artists: album.artists,
        tracks: newTracks(album.tracks, mayLink),
        ...(cover !== undefined && { cover: { from: 'stage', file: cover } }),
      })
    }
    await edit.addAlbums(operator, albums, async (trx, made) => {
      for (const [index, { id, tracks }] of made.entries()) {
        const from = batch[index]
        if (from === undefined) continue
        await noteAlbum(trx, from.albumKey, id)
        await noteFiles(trx, filesOf(from.album.tracks, tracks))
      }
    })
  } finally {
    for (const cover of covers) await cover.discard()
  }
}

/**
 * Appends tracks of an album that an earlier run has created.
 * @returns how many
 */
async function addMore(
  { edit }: Catalog,
  present: { id: string; tracks: readonly unknown[] },
  album: PlannedAlbum,
  mayLink: boolean,
): Promise<number> {
  const first = present.tracks.length
  const tracks = album.tracks.slice(0, Math.max(0, TRACKS_PER_ALBUM_MAX - first))
  await edit.addTracks(operator, present.id, newTracks(tracks, mayLink), async (trx, made) => {
    await noteFiles(trx, filesOf(tracks, made.tracks.slice(first)))
  })
  return tracks.length
}

async function freeTitle(list: Catalog['list'], album: PlannedAlbum): Promise<string> {
  for (const title of titlesFor(album)) if (!(await list.hasAlbum(title))) return title
  return album.title
}

/** Candidates for the title: the title itself, then with the artist, then with a number. */
function* titlesFor({ title, artist }: PlannedAlbum): Generator<string> {
  yield title
  const named = artist === undefined ? title : asTitle(`${title} (${artist})`, title)
  if (named !== title) yield named
  for (let number = 2; ; number += 1) yield asTitle(`${named.slice(0, 190)} (${number})`, title)
}

function newTracks(tracks: readonly PlannedTrack[], mayLink: boolean): NewTrack[] {
  return tracks.map(({ title, file: { path, info } }) => ({
    title,
    file: { item: { from: 'path', path, link: mayLink }, info },
    artists: artistsOfTrack(info.tags),
  }))
}

function filesOf(tracks: readonly PlannedTrack[], made: readonly { id: string }[]) {
  return tracks.map(({ file: { path, sizeBytes, modifiedAt } }, index) => ({
    path,
    sizeBytes,
    modifiedAt,
    trackId: made[index]?.id ?? '',
  }))
}

function isTitleInUse(error: unknown): boolean {
  return error instanceof Refused && error.refusal === titleInUse
}

function isFaultOfFiles(error: unknown): boolean {
  const codes = ['ENOENT', 'EACCES', 'EPERM', 'EIO', 'ELOOP', 'ENAMETOOLONG', 'ESTALE', 'EISDIR']
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
