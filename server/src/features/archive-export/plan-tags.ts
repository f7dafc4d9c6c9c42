import type { AudioInfo } from '#audio-probe/info/audio-info.ts'
import type { AudioTags } from '@tonarchiv/contract/audio-tags'
import { genreKey, genresOfAlbum } from '@tonarchiv/contract/album-tags'
import type { TrackArtist } from '#features/catalog/index.ts'
import type { ExportedAlbum, ExportedTrack } from './store.ts'
import type { TagChanges } from './tags/tag-writer.ts'

export type ReadAudio = Extract<AudioInfo, { kind: 'audio' }>

type TaggedTrack = Pick<ExportedTrack, 'title' | 'artists'> & Partial<Pick<ExportedTrack, 'lyrics'>>

/**
 * For each track, the tags in which the archive differs from the file. Undefined when they do not differ, and for a
 * file that is not audio. Fields that the archive does not have, such as the composer, stay unchanged.
 */
export function planTags(
  album: Pick<ExportedAlbum, 'title' | 'releaseYear' | 'artists'> & {
    notes: Pick<ExportedAlbum['notes'], 'genres'>
  },
  tracks: readonly { track: TaggedTrack; info: ReadAudio | undefined }[],
): (TagChanges | undefined)[] {
  const allTags = tracks.flatMap(({ info }) => info?.tags ?? [])
  const isNumbered = areInOrder(allTags)
  const genres = genresToWrite(album.notes.genres, allTags)
  return tracks.map(({ track, info }, index) => {
    if (info === undefined) return undefined
    const { tags } = info
    const changes: TagChanges = {
      ...(tags.title !== track.title && { title: [track.title] }),
      ...(albumOf(tags) !== album.title && { album: [album.title] }),
      ...(album.releaseYear !== null &&
        tags.year !== album.releaseYear && { date: [String(album.releaseYear)] }),
      ...artistsOf(track.artists, tags),
      ...albumArtistsOf(album.artists, tags),
      ...(genres !== undefined && !isSameList(genres, tags.genres) && { genre: genres }),
      ...(!isNumbered && numberOf(index + 1, tracks.length)),
      ...(info.lyrics !== track.lyrics?.text && lyricsTags(track.lyrics?.text)),
    }
    return Object.keys(changes).length === 0 ? undefined : changes
  })
}

/** Writes plain and synchronised lyrics into the same field: most players read LRC from it as well. */
function lyricsTags(text: string | undefined): TagChanges {
  return { lyrics: text === undefined ? null : [text], SYNCEDLYRICS: null, UNSYNCEDLYRICS: null }
}

/**
 * The title of the album in the tags, without the type that iTunes appends. The import removes the type in the same
 * way.
 */
function albumOf({ album }: AudioTags): string | undefined {
  return album?.replace(/\s+-\s+(?:Single|EP)$/i, '')
}

/** Whether the disc and track numbers in the files already match the order of the album. They are then not changed. */
function areInOrder(tags: readonly AudioTags[]): boolean {
  let [disc, number] = [0, 0]
  for (const { discNumber = 1, trackNumber } of tags) {
    if (trackNumber === undefined || discNumber < disc) return false
    if (discNumber === disc && trackNumber <= number) return false
    disc = discNumber
    number = trackNumber
  }
  return true
}

function numberOf(number: number, inAll: number): TagChanges {
  return { trackNumber: [String(number)], totalTracks: [String(inAll)], discNumber: null, totalDiscs: null }
}

function artistsOf(artists: readonly TrackArtist[], { artist, artists: listed = [] }: AudioTags): TagChanges {
  const names = artists.map(({ name }) => name)
  if (names.length === 0 || areIn(names, [artist ?? '', ...listed])) return {}
  const [main, guests] = [namesOf(artists, 'main'), namesOf(artists, 'feature')]
  const credit = [main.join(', '), ...(guests.length > 0 ? [`feat. ${guests.join(', ')}`] : [])].join(' ')
  return { artist: [credit.trim()], ARTISTS: names.length > 1 ? names : null }
}

function namesOf(artists: readonly TrackArtist[], role: TrackArtist['role']): string[] {
  return artists.flatMap((artist) => (artist.role === role ? artist.name : []))
}

/** The tags for the artists of the album. If a file has no album artist, its track artist is compared instead. */
function albumArtistsOf(
  names: readonly string[],
  { albumArtist, albumArtists: listed = [], artist = '', artists = [] }: AudioTags,
): TagChanges {
  const given = albumArtist === undefined ? [artist, ...artists] : [albumArtist, ...listed]
  if (names.length === 0 || areIn(names, given)) return {}
  return { albumArtist: [names.join(', ')], ALBUMARTISTS: names.length > 1 ? [...names] : null }
}

/**
 * The genres to write into all files of the album. Undefined when the files keep their genres, because the archive has
 * none or an import of the files would result in the same genres.
 */
function genresToWrite(genres: readonly string[], tags: readonly AudioTags[]): string[] | undefined {
  return genres.length === 0 || isSameList(genres, genresOfAlbum(tags)) ? undefined : [...genres]
}

function isSameList(genres: readonly string[], others: readonly string[] = []): boolean {
  return genres.map(genreKey).join('\n') === others.map(genreKey).join('\n')
}

/** Whether each name occurs in the texts of the tags. The tags then need no change. */
function areIn(names: readonly string[], texts: readonly string[]): boolean {
  const all = texts.join('\n').normalize('NFKC').toLowerCase()
  return names.every((name) => all.includes(name.normalize('NFKC').toLowerCase()))
}

/** Whether a file has the tags that were written into it. They are read with the archive's own parser. */
export function hasTags({ tags, lyrics }: ReadAudio, changes: TagChanges): boolean {
  const wanted = (name: string, found: string | number | undefined) => {
    const value = changes[name]?.[0]
    return value === undefined || value === String(found)
  }
  return (
    wanted('title', tags.title) &&
    wanted('album', tags.album) &&
    wanted('artist', tags.artist) &&
    wanted('albumArtist', tags.albumArtist) &&
    wanted('date', tags.year) &&
    wanted('trackNumber', tags.trackNumber) &&
    isSameList(changes['genre'] ?? tags.genres ?? [], tags.genres) &&
    (changes['lyrics'] === undefined || changes['lyrics']?.[0] === lyrics)
  )
}
