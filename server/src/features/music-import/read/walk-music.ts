import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { NamedEntry, NameReader } from './file-names.ts'
import { discFolder, isImageFolder, kindByName, mayBeFront, type NamedKind } from './music-files.ts'

/** A file of a music folder. */
export interface SourceFile {
  /** A path with which the file can be opened. */
  path: string
  /** The path in the records. It differs from `path` for names that are not UTF-8; see file-names.ts. */
  recorded: string
  name: string
  inode: string
  sizeBytes: number
  /** Milliseconds since 1970. */
  modifiedAt: number
}

/** A file that may be music. */
export interface MusicFile extends SourceFile {
  /** The disc number in the name of the file's folder. */
  folderDisc?: number
}

/** The folder or folders of one album. An album has one folder, or a separate folder for each disc. */
export interface MusicFolder {
  /** The name of the folder without the disc number. */
  name: string
  /** The recorded path without the disc number, in NFC. It is the same in every run. */
  key: string
  /** The names of the parent folders below the imported folder. */
  parents: readonly string[]
  /** Whether this is the imported folder itself. */
  isRoot: boolean
  files: MusicFile[]
  /** Videos by their extensions. MP4 files are in `files`, because they may be music. */
  videos: SourceFile[]
  /** Images that may be the front cover. */
  images: SourceFile[]
  /** Files that may contain the lyrics of a music file. */
  lyrics: SourceFile[]
}

const MEDIA: ReadonlySet<NamedKind> = new Set(['music', 'video'])

/** Called for each skipped file with the reason. */
export type OnSkipped = (path: string, reason: 'link' | 'unsupported' | 'unreadable') => void

/** A folder to read. */
interface Listing {
  path: string
  recorded: string
  disc?: number
}

/** The state that the reading of all folders shares. */
interface Walk {
  entries: (listing: Listing) => NamedEntry[]
  /** Whether this folder is read for the first time. A link may lead to a folder that was already read. */
  isFirstVisit: (path: string) => boolean
  /**
   * The kind of the target of a link. Undefined when the target is missing, or is inside the imported folder and so is
   * read anyway.
   */
  linked: (entry: NamedEntry, recorded: string) => NamedEntry['kind'] | undefined
  isLeftOut: (path: string) => boolean
  onSkipped: OnSkipped
}

/** A `MusicFolder` while its folders are read. */
interface Found extends MusicFolder {
  /** Images whose names do not show whether they are the cover. */
  otherImages: SourceFile[]
}

/**
 * Walks a folder, depth first and sorted by name, and yields each `MusicFolder` that contains music or videos. Symbolic
 * links are followed when they lead out of the folder, each target once. Synchronous, because it runs in the command
 * line only. Only one `MusicFolder` is in memory at a time.
 */
export function* musicFolders(
  root: string,
  leftOut: string,
  onSkipped: OnSkipped,
  names: NameReader,
): Generator<MusicFolder> {
  const visited = new Set<string>()
  const realRoot = realpathSync(root)
  const isLeftOut = (path: string) => path === leftOut
  const walk: Walk = {
    onSkipped,
    isLeftOut,
    entries: ({ path, recorded }) => {
      try {
        const entries = names.entries(path)
        return entries.sort((a, b) => byName.compare(a.name, b.name) || (a.recorded < b.recorded ? -1 : 1))
      } catch {
        onSkipped(recorded, 'unreadable')
        return []
      }
    },
    isFirstVisit: (path) => {
      const stats = statSync(path, { throwIfNoEntry: false })
      const key = `${stats?.dev}:${stats?.ino}`
      if (visited.has(key)) return false
      visited.add(key)
      return true
    },
    linked: ({ path }, recorded) => {
      try {
        const target = realpathSync(path)
        const stats = statSync(target)
        if (stats.isDirectory() && isLeftOut(target)) return undefined
        if (target === realRoot || target.startsWith(realRoot + sep)) {
          if (stats.isDirectory() || MEDIA.has(kindByName(recorded))) onSkipped(recorded, 'link')
          return undefined
        }
        return stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'other'
      } catch {
        onSkipped(recorded, 'unreadable')
        return undefined
      }
    },
  }
  walk.isFirstVisit(root)
  const listings = [{ path: root, recorded: root }]
  yield* partsOf({ name: nameOf(root), key: root, parents: [], isRoot: true, listings }, [], walk)
}

interface Part extends Pick<MusicFolder, 'name' | 'key' | 'parents' | 'isRoot'> {
  listings: readonly Listing[]
}

function* partsOf(
  { listings, ...part }: Part,
  around: readonly string[],
  walk: Walk,
): Generator<MusicFolder> {
  const found: Found = { ...part, files: [], videos: [], images: [], lyrics: [], otherImages: [] }
  const below = new Map<string, Listing[]>()
  for (const listing of listings) readListing(listing, found, below, walk)
  const { otherImages, ...folder } = found
  if (folder.images.length === 0 && otherImages.length === 1) folder.images.push(...otherImages)
  if (folder.files.length + folder.videos.length > 0) yield folder
  for (const [inner, its] of below) {
    const key = `${part.key}/${inner}`
    yield* partsOf(
      { name: inner, key, parents: around, isRoot: false, listings: its },
      [...around, inner],
      walk,
    )
  }
}

function readListing(listing: Listing, found: Found, below: Map<string, Listing[]>, walk: Walk): void {
  for (const entry of walk.entries(listing)) {
    const recorded = `${listing.recorded}/${entry.recorded}`
    const isNamed = entry.kind !== 'other' && !entry.name.startsWith('.')
    // Other entries are skipped before their links are followed.
    if (!isNamed || (entry.kind === 'file' && kindByName(entry.name) === 'clutter')) continue
    const kind = entry.kind === 'link' ? walk.linked(entry, recorded) : entry.kind
    if (kind === 'folder') readFolder({ ...entry, recorded }, found, below, walk)
    if (kind === 'file') readFile({ ...entry, recorded }, listing.disc, found, walk)
  }
}

/** An entry with its whole recorded path. */
type Entry = Pick<NamedEntry, 'name' | 'path' | 'recorded'>

function readFolder(
  { name, path, recorded }: Entry,
  found: Found,
  below: Map<string, Listing[]>,
  walk: Walk,
): void {
  if (walk.isLeftOut(path)) return
  if (!walk.isFirstVisit(path)) return walk.onSkipped(recorded, 'link')
  const marked = discFolder(name)
  // "Album/CD 2" belongs to "Album"; "Album (CD 1)" and "Album (CD 2)" are two folders of one album.
  if (marked?.album === '') return readListing({ path, recorded, disc: marked.disc }, found, below, walk)
  if (isImageFolder(name)) {
    const entries = walk.entries({ path, recorded })
    const isOnlyImages = entries.every((entry) => entry.kind === 'file' && !MEDIA.has(kindByName(entry.name)))
    if (isOnlyImages) {
      for (const entry of entries)
        readFile({ ...entry, recorded: `${recorded}/${entry.recorded}` }, undefined, found, walk)
      return
    }
  }
  // Folders whose names differ only in Unicode normalisation are one folder.
  const inner = (marked?.album ?? name).normalize('NFC')
  const listing = { path, recorded, ...(marked && { disc: marked.disc }) }
  const listings = below.get(inner)
  if (listings === undefined) below.set(inner, [listing])
  else listings.push(listing)
}

function readFile({ name, path, recorded }: Entry, disc: number | undefined, found: Found, walk: Walk): void {
  const kind = kindByName(name)
  if (kind === 'clutter') return
  if (kind === 'unsupported') return walk.onSkipped(recorded, 'unsupported')
  const stats = statsOf(path)
  if (stats === undefined) return walk.onSkipped(recorded, 'unreadable')
  const file = {
    path,
    recorded,
    name,
    inode: String(stats.ino),
    sizeBytes: stats.size,
    modifiedAt: Math.floor(stats.mtimeMs),
  }
  if (kind === 'music') found.files.push(disc === undefined ? file : { ...file, folderDisc: disc })
  else if (kind === 'video') found.videos.push(file)
  else if (kind === 'cover') found.images.push(file)
  else if (kind === 'lyrics') found.lyrics.push(file)
  else if (mayBeFront(name)) found.otherImages.push(file)
}

function statsOf(path: string): Stats | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isSymbolicLink() === true ? statSync(path, { throwIfNoEntry: false }) : stats
}

const byName = new Intl.Collator('de', { numeric: true })

function nameOf(path: string): string {
  return path.replace(/[/\\]+$/, '').replace(/^.*[/\\]/, '')
}

/** Number of files below a folder that may be music or videos, by their names; links are not followed. */
export function countMusicFiles(root: string, leftOut: string): number {
  let count = 0
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesToCount(folder)) {
      const isFolder = entry.isDirectory() && !entry.name.startsWith('.')
      if (isFolder && join(folder, entry.name) !== leftOut) folders.push(join(folder, entry.name))
      if (entry.isFile() && MEDIA.has(kindByName(entry.name))) count += 1
    }
  }
  return count
}

function entriesToCount(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // The error is reported when `musicFolders` reads this folder.
    return []
  }
}
