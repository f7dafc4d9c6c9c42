import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { emptyIfMissing, undefinedIfMissing } from '#storage/disk/missing.ts'
import { syncPath } from '#storage/disk/sync-path.ts'
import { keyOfName, safeName } from '#platform/file-names.ts'
import { type AlbumIndex, INDEX_NAME, type TrackEntry } from './archive-index.ts'
import type { ExportRun } from './export-run.ts'
import { readAlbumIndex, WrongIndex } from './index-files.ts'
import { hashOfLyrics } from './place-lyrics.ts'
import { ALBUM_MAX_BYTES, ARTIST_MAX_BYTES } from './name-lengths.ts'
import type { ExportedAlbum, ExportedTrack } from './store.ts'

const ALBUMS_FOLDER = 'Albums'
/** The artist's folder of albums without one. */
const NO_ARTIST = '_'

/** Where an album is or will be. */
export interface AlbumFolder {
  /** Below the root. */
  folder: string
  /** It is there as the archive has it. */
  isPresent: boolean
  /** An older state of it is there. */
  isOlder: boolean
}

/** Finds the folder of an album: the one that holds it, or a free one. */
export async function albumFolder(
  { root, owners }: Pick<ExportRun, 'root' | 'owners'>,
  album: ExportedAlbum,
): Promise<AlbumFolder> {
  for (const folder of foldersFor(album)) {
    const owner = owners.get(keyOfName(folder))
    if (owner !== undefined && owner !== album.id) continue
    const path = join(root, folder)
    if ((await stat(path).catch(undefinedIfMissing)) === undefined)
      return { folder, isPresent: false, isOlder: false }
    const index = await readAlbumIndex(path).catch(undefinedIfWrong)
    if (index?.id === album.id) {
      const isPresent = (await isComplete(path, index)) && isCurrent(index, album)
      return { folder, isPresent, isOlder: !isPresent }
    }
  }
  throw new Error(`No folder is free for the album ${album.id}`)
}

/** "Artist/Title (Year)", with digits of the id where another album has that name. */
function* foldersFor({ id, title, releaseYear, artists }: ExportedAlbum): Generator<string> {
  const artist = artists.length === 0 ? NO_ARTIST : safeName(artists.join(', '), ARTIST_MAX_BYTES)
  const year = releaseYear === null ? '' : ` (${releaseYear})`
  const digits = id.replaceAll('-', '')
  for (const suffix of ['', ` [${digits.slice(-6)}]`, ` [${digits.slice(-12)}]`]) {
    const name = safeName(title, ALBUM_MAX_BYTES - Buffer.byteLength(year + suffix))
    yield `${ALBUMS_FOLDER}/${artist}/${name}${year}${suffix}`
  }
}

function isCurrent({ revision, cover, tracks }: AlbumIndex, album: ExportedAlbum): boolean {
  return (
    revision === album.revision &&
    (cover === null) === (album.coverStorageName === null) &&
    album.tracks.every((track, index) => hasAllOf(tracks[index], track))
  )
}

/** Whether lyrics and further files are as the archive has them; their changes need not raise the revision. */
function hasAllOf(entry: TrackEntry | undefined, { further, lyrics }: ExportedTrack): boolean {
  return (
    (entry?.further ?? []).length === further.length &&
    entry?.lyrics?.source === lyrics?.source &&
    entry?.lyrics?.sha256 === (lyrics && hashOfLyrics(lyrics.text))
  )
}

/** All files of an album's folder, without its index. */
function filesIn({ cover, tracks }: AlbumIndex): { name: string; sizeBytes: number }[] {
  const all = [
    cover,
    ...tracks.flatMap(({ file, further = [], lyrics }) => [file, ...further, lyrics?.file ?? null]),
  ]
  return all.filter((file) => file !== null)
}

async function isComplete(path: string, index: AlbumIndex): Promise<boolean> {
  if (index.tracks.some(({ isMissing }) => isMissing === true)) return false
  for (const file of filesIn(index)) {
    const info = await stat(join(path, file.name)).catch(undefinedIfMissing)
    if (info?.size !== file.sizeBytes) return false
  }
  return true
}

/**
 * Renames a finished folder to its place. Files that others have put into an older one of the same album are
 * kept.
 */
export async function putInPlace(
  root: string,
  aside: string,
  { folder, isOlder }: Pick<AlbumFolder, 'folder' | 'isOlder'>,
): Promise<void> {
  const path = join(root, folder)
  const before = `${aside}.before`
  await mkdir(dirname(path), { recursive: true })
  await syncPath(aside)
  await rm(before, { recursive: true, force: true })
  if (isOlder) await rename(path, before)
  await rename(aside, path)
  await syncPath(dirname(path))
  if (!isOlder) return
  await removeExported(before)
  for (const other of await readdir(before).catch(emptyIfMissing))
    if ((await stat(join(path, other)).catch(undefinedIfMissing)) === undefined)
      await rename(join(before, other), join(path, other))
  await rm(before, { recursive: true, force: true })
}

/** Removes the folder that an album had under another name, if it is still that album's. */
export async function removeAlbumFolder(root: string, folder: string, id: string): Promise<void> {
  const path = join(root, folder)
  const index = await readAlbumIndex(path).catch(undefinedIfWrong)
  if (index?.id !== id) return
  await removeExported(path)
  for (const emptied of [path, dirname(path)])
    await rmdir(emptied).catch(() => {
      // Others have put something there, or the artist has other albums.
    })
}

/** Removes what the export has written into the folder of an album. */
async function removeExported(path: string): Promise<void> {
  const index = await readAlbumIndex(path).catch(undefinedIfWrong)
  const names = index === undefined ? [] : filesIn(index).map(({ name }) => name)
  for (const name of [...names, INDEX_NAME]) await rm(join(path, name), { force: true })
}

function undefinedIfWrong(error: unknown): undefined {
  if (error instanceof WrongIndex) return undefined
  throw error
}
