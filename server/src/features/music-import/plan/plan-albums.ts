import { hash } from 'node:crypto'
import type { AlbumType } from '@tonarchiv/contract/catalog'
import { TRACKS_PER_ALBUM_MAX } from '@tonarchiv/contract/archive-editing'
import { artistsOfAlbum, artistsOfTrack, genresOfAlbum, sameName } from '@tonarchiv/contract/album-tags'
import { discsOf } from './discs.ts'
import { type FileInOrder, tracksOfFiles } from './duplicates.ts'
import { guessType, withoutTypeSuffix } from './guess-type.ts'
import { asTitle, titleOfFileName, titleOfFolder, yearOfFolder } from './names.ts'
import type { Skipped } from '../record/report.ts'
import { sortKeyOf } from './sort-key.ts'
import type { PlannedAlbum } from './planned-album.ts'
import type { ReadFile } from '../read/read-folders.ts'
import type { MusicFolder } from '../read/walk-music.ts'

/** The names of a folder and its parents. Albums may get their title, year and type from them. */
export type FolderNames = Pick<MusicFolder, 'name' | 'parents' | 'key' | 'isRoot'>

/** Files that belong to one album, before the album is planned. */
interface Group {
  files: readonly ReadFile[]
  /** Distinguishes editions of one title in one folder. */
  edition?: string
  /**
   * Only for loose files, which are files without album tags: the title of their album, and its type unless the type is
   * to be guessed.
   */
  loose?: { title: string; type: AlbumType | undefined }
}

/**
 * Groups the files of one folder into albums. Files without album tags are one album if they have track numbers,
 * otherwise they are loose. Duplicates are added to `skipped`.
 */
export function planAlbums(
  folder: FolderNames,
  files: readonly ReadFile[],
  skipped: Skipped[] = [],
): PlannedAlbum[] {
  const byTitle = Map.groupBy(files, ({ info }) => sameName(withoutTypeSuffix(info.tags.album ?? '')))
  const untagged = byTitle.get('') ?? []
  byTitle.delete('')
  const groups = [...byTitle.values()].flatMap(byRelease)
  const [only, ...others] = groups
  // A few files without tags belong to the only album in their folder.
  if (only !== undefined && others.length === 0 && untagged.length <= only.files.length)
    groups.splice(0, 1, { ...only, files: [...only.files, ...untagged] })
  else groups.push(...groupsOfUntagged(folder, untagged))
  return groups.flatMap((group) => albumsOfGroup(folder, group, skipped))
}

/** Splits files with one album title into releases: by their ids, by artist, and by year. */
function byRelease(files: readonly ReadFile[]): Group[] {
  const withId = files.filter(({ info }) => info.tags.releaseId !== undefined)
  if (withId.length === files.length)
    return [...Map.groupBy(files, ({ info }) => info.tags.releaseId ?? '').values()].map((some) => ({
      files: some,
    }))
  return byArtist(files).flatMap(byYear)
}

/** Splits files with one album title by their artist. */
function byArtist(files: readonly ReadFile[]): (readonly ReadFile[])[] {
  if (files.some(({ info }) => info.tags.isCompilation === true)) return [files]
  const named = new Set(files.flatMap(({ info }) => info.tags.albumArtist ?? []).map(sameName))
  if (named.size === 1 && files.every(({ info }) => info.tags.albumArtist !== undefined)) return [files]
  if (named.size === 0 && !numbersCollide(files, artistOfFile)) return [files]
  const groups = Map.groupBy(files, ({ info: { tags } }) => sameName(tags.albumArtist ?? tags.artist ?? ''))
  return [...groups.values()]
}

/**
 * Splits files with one album title by year if two years have the same track numbers. The years are then editions of
 * the album.
 */
function byYear(files: readonly ReadFile[]): Group[] {
  const years = Map.groupBy(files, ({ info }) => info.tags.year)
  if (years.size < 2 || years.has(undefined) || !numbersCollide(files, yearOfFile)) return [{ files }]
  return [...years].map(([year, some]) => ({ files: some, edition: String(year) }))
}

const artistOfFile = ({ info }: ReadFile) => sameName(info.tags.artist ?? '')
const yearOfFile = ({ info }: ReadFile) => String(info.tags.year)

/** Whether two files with the same track number differ in the result of `of`. They then belong to different albums. */
function numbersCollide(files: readonly ReadFile[], of: (file: ReadFile) => string): boolean {
  const discs = discsOf(files)
  const found = new Map<string, string>()
  for (const file of files) {
    const { trackNumber } = file.info.tags
    if (trackNumber === undefined) continue
    const place = `${discs.get(file)} ${trackNumber}`
    const value = of(file)
    if ((found.get(place) ?? value) !== value) return true
    found.set(place, value)
  }
  return false
}

/**
 * Groups files without album tags. They are an album if most of them have track numbers, otherwise they are loose.
 * Loose files are grouped by artist: one file becomes a single, several become loosies.
 */
function groupsOfUntagged(folder: FolderNames, files: readonly ReadFile[]): Group[] {
  if (files.length === 0) return []
  const numbered = files.filter(isNumberedFile).length
  const isLoose = folder.isRoot || (files.length > 1 && numbered * 2 < files.length)
  if (!isLoose) return [{ files }]
  const byMaker = Map.groupBy(files, ({ info }) => {
    const [main] = artistsOfTrack(info.tags)
    return sameName(main?.name ?? '')
  })
  const its = titleOfFolder(folder.name)
  return [...byMaker].map(([key, some]): Group => {
    const [first] = some
    const artist = first === undefined ? undefined : artistsOfTrack(first.info.tags)[0]?.name
    if (some.length === 1 && first !== undefined)
      return {
        files: some,
        edition: `loose ${sameName(titleOf(first))}`,
        loose: { title: titleOf(first), type: undefined },
      }
    const title = artist === undefined || byMaker.size === 1 ? its : asTitle(`${its} (${artist})`, its)
    return { files: some, edition: `loose ${key}`, loose: { title, type: 'loosies' } }
  })
}

function isNumberedFile({ name, info }: ReadFile): boolean {
  return info.tags.trackNumber !== undefined || /^[A-D]?\d/.test(name)
}

function titleOf({ name, info }: ReadFile): string {
  return info.tags.title === undefined ? titleOfFileName(name) : asTitle(info.tags.title, name)
}

function albumsOfGroup(folder: FolderNames, group: Group, skipped: Skipped[]): PlannedAlbum[] {
  const { files, loose } = group
  const tracks = tracksOfFiles(inAlbumOrder(files), skipped)
  const tags = files.map(({ info }) => info.tags)
  const tagged = mostCommon(tags.flatMap(({ album }) => album ?? []))
  const folderTitle =
    tagged === undefined ? titleOfFolder(folder.name) : asTitle(withoutTypeSuffix(tagged), folder.name)
  const title = loose?.title ?? folderTitle
  const artist = artistOf(files)
  const year = mostCommon(tags.flatMap((one) => one.year ?? [])) ?? yearOfFolder(folder.name) ?? null
  const clues = { title: tagged ?? title, folders: [...folder.parents, folder.name] }
  const typeWith = (trackTitles: readonly string[]) => loose?.type ?? guessType({ ...clues, trackTitles })
  const type = typeWith(tracks.map((track) => track.title))
  const release = loose === undefined ? releaseOf(files) : undefined
  const parts = Array.from({ length: Math.ceil(tracks.length / TRACKS_PER_ALBUM_MAX) }, (_, part) =>
    tracks.slice(part * TRACKS_PER_ALBUM_MAX, (part + 1) * TRACKS_PER_ALBUM_MAX),
  )
  return parts.map((part, index): PlannedAlbum => {
    const partTitle = index === 0 ? title : `${title} (Teil ${index + 1})`
    const nameKey = `${sameName(partTitle)}\n${sameName(artist ?? '').slice(0, KEY_MAX_LENGTH)}`
    const place = release ?? `${folder.key.normalize('NFC')}\n${group.edition ?? ''}`
    const key = hash('sha256', `${nameKey}\n${place}`, 'base64url')
    const artists = artistsOfAlbum(tags)
    const genres = genresOfAlbum(tags)
    return { key, nameKey, title: partTitle, artist, artists, genres, year, type, typeWith, tracks: part }
  })
}

/** Maximum number of characters of an artist in a key; an index entry is limited to about 2700 bytes. */
const KEY_MAX_LENGTH = 200

/** The id of the release; undefined unless all files name the same release. */
function releaseOf(files: readonly ReadFile[]): string | undefined {
  const [first, ...others] = new Set(files.map(({ info }) => info.tags.releaseId))
  return others.length === 0 ? first : undefined
}

function artistOf(files: readonly ReadFile[]): string | undefined {
  if (files.some(({ info }) => info.tags.isCompilation === true)) return undefined
  const names = new Map(
    files
      .flatMap(({ info: { tags } }) => tags.albumArtist ?? tags.artist ?? [])
      .map((name) => [sameName(name), name]),
  )
  const [only, ...others] = names.values()
  return others.length === 0 ? only : undefined
}

const byName = new Intl.Collator('de', { numeric: true })

/** Sorts files by disc, then track number, then name. Files without a track number come last. */
function inAlbumOrder(files: readonly ReadFile[]): FileInOrder[] {
  const discs = discsOf(files)
  return files
    .map((file) => {
      const sortKey = sortKeyOf(discs.get(file) ?? 1, file.info.tags.trackNumber, file.name)
      return { file, sortKey, title: titleOf(file) }
    })
    .sort((a, b) => {
      if (a.sortKey !== b.sortKey) return a.sortKey < b.sortKey ? -1 : 1
      return byName.compare(a.file.recorded, b.file.recorded)
    })
}

function mostCommon<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: T | undefined
  for (const [value, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = value
  return best
}
