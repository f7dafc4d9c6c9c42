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
/** The name of the artist folder for albums without artists. */
const NO_ARTIST = '_'

/** The folder that an album has or will get in the export. */
export interface AlbumFolder {
  /** Path below the root of the export. */
  folder: string
  /** Whether the folder contains the album in its current state. */
  isPresent: boolean
  /** Whether the folder contains an older or incomplete state of the album. */
  isOlder: boolean
}

/** Finds the folder that contains the album. If there is none, chooses a folder that no other album uses. */
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

/**
 * Whether the lyrics and further files of a track are current. They are compared because they may change without a new
 * revision of the album.
 */
function hasAllOf(entry: TrackEntry | undefined, { further, lyrics }: ExportedTrack): boolean {
  return (
    (entry?.further ?? []).length === further.length &&
    entry?.lyrics?.source === lyrics?.source &&
    entry?.lyrics?.sha256 === (lyrics && hashOfLyrics(lyrics.text))
  )
}

/** All files in the folder of an album, without its index. */
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
 * Moves the finished folder of an album to its final path. If it replaces an older folder, the files in that folder
 * that the export has not written are kept.
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

/**
 * Removes a folder with a former name of the album, if it still belongs to the album. Files that the export has not
 * written stay.
 */
export async function removeAlbumFolder(root: string, folder: string, id: string): Promise<void> {
  const path = join(root, folder)
  const index = await readAlbumIndex(path).catch(undefinedIfWrong)
  if (index?.id !== id) return
  await removeExported(path)
  for (const emptied of [path, dirname(path)])
    await rmdir(emptied).catch(() => {
      // The folder is not empty: it contains files that the export has not written, or other albums of the artist.
    })
}

/** Removes the files that the export has written into the folder of an album. */
async function removeExported(path: string): Promise<void> {
  const index = await readAlbumIndex(path).catch(undefinedIfWrong)
  const names = index === undefined ? [] : filesIn(index).map(({ name }) => name)
  for (const name of [...names, INDEX_NAME]) await rm(join(path, name), { force: true })
}

function undefinedIfWrong(error: unknown): undefined {
  if (error instanceof WrongIndex) return undefined
  throw error
}
