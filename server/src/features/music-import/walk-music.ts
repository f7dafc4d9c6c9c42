import { lstatSync, readdirSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import { discFolder, kindByName } from './music-files.ts'

/** A file that may be music. */
export interface MusicFile {
  path: string
  name: string
  sizeBytes: number
  /** Milliseconds since 1970. */
  modifiedAt: number
  /** The disc number in its folder's name. */
  folderDisc?: number
}

/** Folders of one album: a single one, or a separate folder for each disc. */
export interface MusicFolder {
  /** The name without the disc. */
  name: string
  path: string
  /** Names of the parent folders, below the imported one. */
  parents: readonly string[]
  files: MusicFile[]
  /** Image files beside the music, the best first. */
  coverPaths: string[]
}

/** Called for each skipped file with the reason. */
export type OnSkipped = (path: string, reason: 'link' | 'unsupported' | 'unreadable') => void

/** The content of one folder. */
interface Listing {
  path: string
  disc?: number
}

/**
 * Walks a folder, depth first and in the order of names, and yields each part that contains music.
 * Synchronous, because it runs in the command line only. One part at a time is in memory.
 */
export function* musicFolders(root: string, leftOut: string, onSkipped: OnSkipped): Generator<MusicFolder> {
  yield* partsOf({ name: nameOf(root), parents: [], listings: [{ path: root }] }, [], leftOut, onSkipped)
}

function* partsOf(
  { name, parents, listings }: { name: string; parents: readonly string[]; listings: readonly Listing[] },
  around: readonly string[],
  leftOut: string,
  onSkipped: OnSkipped,
): Generator<MusicFolder> {
  const found: MusicFolder = { name, parents, path: listings[0]?.path ?? '', files: [], coverPaths: [] }
  const below = new Map<string, Listing[]>()
  for (const listing of listings) readListing(listing, found, below, leftOut, onSkipped)
  if (found.files.length > 0) yield found
  for (const [inner, its] of below) {
    yield* partsOf({ name: inner, parents: around, listings: its }, [...around, inner], leftOut, onSkipped)
  }
}

function readListing(
  { path, disc }: Listing,
  found: MusicFolder,
  below: Map<string, Listing[]>,
  leftOut: string,
  onSkipped: OnSkipped,
): void {
  for (const entry of entriesOf(path, onSkipped)) {
    const entryPath = join(path, entry.name)
    if (entry.isDirectory()) {
      if (entry.name.startsWith('.') || entryPath === leftOut) continue
      const marked = discFolder(entry.name)
      // "Album/CD 2" is a part of "Album"; "Album (CD 1)" and "Album (CD 2)" are parts of one album.
      if (marked?.album === '')
        readListing({ path: entryPath, disc: marked.disc }, found, below, leftOut, onSkipped)
      else
        addTo(below, marked?.album ?? entry.name, { path: entryPath, ...(marked && { disc: marked.disc }) })
      continue
    }
    const kind = kindByName(entry.name)
    if (kind === 'cover') found.coverPaths.push(entryPath)
    if (kind === 'other-sound') onSkipped(entryPath, 'unsupported')
    if (kind !== 'music') continue
    if (!entry.isFile()) onSkipped(entryPath, 'link')
    else addFile(found, entry.name, entryPath, disc, onSkipped)
  }
}

function addFile(
  found: MusicFolder,
  name: string,
  path: string,
  disc: number | undefined,
  onSkipped: OnSkipped,
): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return onSkipped(path, 'unreadable')
  const file: MusicFile = { path, name, sizeBytes: stats.size, modifiedAt: Math.floor(stats.mtimeMs) }
  found.files.push(disc === undefined ? file : { ...file, folderDisc: disc })
}

function addTo(below: Map<string, Listing[]>, name: string, listing: Listing): void {
  const listings = below.get(name)
  if (listings === undefined) below.set(name, [listing])
  else listings.push(listing)
}

const byName = new Intl.Collator('de', { numeric: true })

function entriesOf(path: string, onSkipped: OnSkipped): Dirent[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true })
    return entries.sort((a, b) => byName.compare(a.name, b.name))
  } catch {
    onSkipped(path, 'unreadable')
    return []
  }
}

function nameOf(path: string): string {
  return path.replace(/[/\\]+$/, '').replace(/^.*[/\\]/, '')
}

/** Number of files below a folder that may be music, by their names. */
export function countMusicFiles(root: string, leftOut: string): number {
  let count = 0
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesToCount(folder)) {
      const isFolder = entry.isDirectory() && !entry.name.startsWith('.')
      if (isFolder && join(folder, entry.name) !== leftOut) folders.push(join(folder, entry.name))
      if (entry.isFile() && kindByName(entry.name) === 'music') count += 1
    }
  }
  return count
}

function entriesToCount(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // The walk itself reports this folder.
    return []
  }
}
