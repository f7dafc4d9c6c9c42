import { type AlbumType } from '@tonarchiv/contract/catalog'
import { TRACKS_PER_ALBUM_MAX } from '@tonarchiv/contract/archive-editing'
import type { AudioInfo } from '#audio-probe/info/audio-info.ts'
import { artistsOfAlbum } from './credits.ts'
import { guessType, withoutTypeSuffix } from './guess-type.ts'
import { asTitle, sameName, titleOfFileName, titleOfFolder, withoutExtension, yearOfFolder } from './names.ts'
import type { MusicFile } from './walk-music.ts'

/** A music file with its metadata. */
export interface ReadFile extends MusicFile {
  info: Extract<AudioInfo, { kind: 'audio' }>
}

/** An album planned from the files of a folder. */
export interface PlannedAlbum {
  title: string
  /** Undefined with several artists, or without any. */
  artist: string | undefined
  /** The album artists. */
  artists: readonly string[]
  year: number | null
  type: AlbumType
  tracks: PlannedTrack[]
}

export interface PlannedTrack {
  title: string
  file: ReadFile
}

/** The names of a folder and of its parents below the imported one. */
export interface FolderNames {
  name: string
  parents: readonly string[]
}

/** Groups the files of one folder into albums; files of a folder without album tags are one album. */
export function planAlbums(folder: FolderNames, files: readonly ReadFile[]): PlannedAlbum[] {
  const byTitle = Map.groupBy(files, ({ info }) => sameName(withoutTypeSuffix(info.tags.album ?? '')))
  const untagged = byTitle.get('') ?? []
  byTitle.delete('')
  const groups = [...byTitle.values()].flatMap(byArtist)
  const [only, ...others] = groups
  // Files without tags belong to the only album in their folder.
  if (only !== undefined && others.length === 0) only.push(...untagged)
  else if (untagged.length > 0) groups.push(untagged)
  return groups.flatMap((group) => albumsOfGroup(folder, group))
}

/** Splits files with one album title by their artist. */
function byArtist(files: readonly ReadFile[]): ReadFile[][] {
  if (files.some(({ info }) => info.tags.isCompilation === true)) return [[...files]]
  const named = new Set(files.flatMap(({ info }) => info.tags.albumArtist ?? []).map(sameName))
  if (named.size === 1 && files.every(({ info }) => info.tags.albumArtist !== undefined)) return [[...files]]
  if (named.size === 0 && !numbersCollide(files)) return [[...files]]
  const groups = Map.groupBy(files, ({ info: { tags } }) => sameName(tags.albumArtist ?? tags.artist ?? ''))
  return [...groups.values()]
}

/** Two artists both have a track with the same number: these are different albums of the same title. */
function numbersCollide(files: readonly ReadFile[]): boolean {
  const artists = new Map<string, string>()
  for (const file of files) {
    const { trackNumber, artist } = file.info.tags
    if (trackNumber === undefined) continue
    const place = `${discOf(file)} ${trackNumber}`
    const name = sameName(artist ?? '')
    if ((artists.get(place) ?? name) !== name) return true
    artists.set(place, name)
  }
  return false
}

function albumsOfGroup(folder: FolderNames, group: readonly ReadFile[]): PlannedAlbum[] {
  const files = group.toSorted(inAlbumOrder)
  const tagged = mostCommon(files.flatMap(({ info }) => info.tags.album ?? []))
  const title =
    tagged === undefined ? titleOfFolder(folder.name) : asTitle(withoutTypeSuffix(tagged), folder.name)
  const tracks = files.map((file) => ({
    title:
      file.info.tags.title === undefined
        ? titleOfFileName(file.name)
        : asTitle(file.info.tags.title, file.name),
    file,
  }))
  const artist = artistOf(files)
  const artists = artistsOfAlbum(files.map(({ info }) => info.tags))
  const year =
    mostCommon(files.flatMap(({ info }) => info.tags.year ?? [])) ?? yearOfFolder(folder.name) ?? null
  const folders = [...folder.parents, folder.name]
  const trackTitles = tracks.map((track) => track.title)
  const type = guessType({ title: tagged ?? title, folders, trackTitles })
  const parts = Array.from({ length: Math.ceil(tracks.length / TRACKS_PER_ALBUM_MAX) }, (_, part) =>
    tracks.slice(part * TRACKS_PER_ALBUM_MAX, (part + 1) * TRACKS_PER_ALBUM_MAX),
  )
  return parts.map((part, index): PlannedAlbum => {
    const partTitle = index === 0 ? title : `${title} (Teil ${index + 1})`
    return { title: partTitle, artist, artists, year, type, tracks: part }
  })
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

function discOf(file: ReadFile): number {
  return file.info.tags.discNumber ?? file.folderDisc ?? 1
}

const byName = new Intl.Collator('de', { numeric: true })

/** By disc, then number, then name; files without a number are last. */
function inAlbumOrder(a: ReadFile, b: ReadFile): number {
  const discs = discOf(a) - discOf(b)
  if (discs !== 0) return discs
  const numberOf = ({ info }: ReadFile) => info.tags.trackNumber ?? Number.MAX_SAFE_INTEGER
  return (
    numberOf(a) - numberOf(b) ||
    byName.compare(withoutExtension(a.name), withoutExtension(b.name)) ||
    byName.compare(a.path, b.path)
  )
}

function mostCommon<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: T | undefined
  for (const [value, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = value
  return best
}
