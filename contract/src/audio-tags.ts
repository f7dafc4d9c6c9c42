/** The tags of a file. Fields that the file does not have are missing. Each text is a single normalised line. */
export interface AudioTags {
  title?: string
  artist?: string
  album?: string
  albumArtist?: string
  /** The artists of the track or the album one by one, if the file lists them separately. */
  artists?: string[]
  albumArtists?: string[]
  /** The sort names of these artists, in the same order. */
  artistSorts?: string[]
  albumArtistSorts?: string[]
  /** 1900 to 2100. */
  year?: number
  trackNumber?: number
  discNumber?: number
  /** The genres, each once. Genres that differ only in case are the same. */
  genres?: string[]
  /** Whether the album is a compilation of several artists. */
  isCompilation?: true
  /** MusicBrainz's id of the release, which distinguishes editions of an album. */
  releaseId?: string
}

export type TagName = keyof AudioTags

/** Tag names by field name in upper case, for formats without a field table of their own (Vorbis comments). */
const NAMES: ReadonlyMap<string, TagName> = new Map([
  ['TITLE', 'title'],
  ['ARTIST', 'artist'],
  ['ALBUM', 'album'],
  ['ALBUMARTIST', 'albumArtist'],
  ['ALBUM ARTIST', 'albumArtist'],
  ['ALBUM_ARTIST', 'albumArtist'],
  ['ARTISTS', 'artists'],
  ['ALBUMARTISTS', 'albumArtists'],
  ['ALBUM_ARTISTS', 'albumArtists'],
  ['ARTISTSORT', 'artistSorts'],
  ['ALBUMARTISTSORT', 'albumArtistSorts'],
  ['DATE', 'year'],
  ['YEAR', 'year'],
  ['TRACKNUMBER', 'trackNumber'],
  ['TRACK', 'trackNumber'],
  ['DISCNUMBER', 'discNumber'],
  ['DISC', 'discNumber'],
  ['GENRE', 'genres'],
  ['COMPILATION', 'isCompilation'],
  ['MUSICBRAINZ_ALBUMID', 'releaseId'],
  ['MUSICBRAINZ ALBUM ID', 'releaseId'],
])

export function tagNamed(name: string): TagName | undefined {
  return NAMES.get(name.toUpperCase())
}

/** Stores a value, unless it is empty or not plausible for its field, or the field already has a value. */
export function addTag(tags: AudioTags, name: TagName, text: string): void {
  switch (name) {
    case 'year':
      tags.year ??= yearIn(text)
      break
    case 'trackNumber':
      tags.trackNumber ??= leadingNumber(text)
      break
    case 'discNumber':
      tags.discNumber ??= leadingNumber(text)
      break
    case 'isCompilation':
      if (text.trim() === '1') tags.isCompilation = true
      break
    case 'genres':
      for (const one of text.slice(0, GENRES_TEXT_MAX).split(BETWEEN_GENRES)) addGenre(tags, one)
      break
    case 'artists':
    case 'albumArtists':
    case 'artistSorts':
    case 'albumArtistSorts': {
      const names = tags[name] ?? []
      const cleaned = cleanLine(text)
      if (cleaned !== undefined && names.length < NAMES_MAX && !names.includes(cleaned))
        tags[name] = [...names, cleaned]
      break
    }
    case 'releaseId':
      tags.releaseId ??= RELEASE_ID.exec(text.trim())?.[0].toLowerCase()
      break
    case 'title':
    case 'artist':
    case 'album':
    case 'albumArtist':
      tags[name] ??= cleanLine(text)
  }
}

/**
 * If the field contains several artists, stores them as a list. The caller stores the text with all names separately.
 */
export function keepTags(tags: AudioTags, name: TagName, texts: readonly string[]): void {
  const list = name === 'artist' ? 'artists' : name === 'albumArtist' ? 'albumArtists' : undefined
  if (list !== undefined && texts.length > 1) for (const text of texts) addTag(tags, list, text)
}

/**
 * Stores the values of a field: for a list field each value, for artists one text with all values and a list, for any
 * other field the first value.
 */
export function addTexts(tags: AudioTags, name: TagName, texts: readonly string[]): void {
  if (isListTag(name)) {
    for (const text of texts) addTag(tags, name, text)
    return
  }
  const filled = texts.filter((text) => text !== '')
  const isArtist = name === 'artist' || name === 'albumArtist'
  addTag(tags, name, isArtist ? filled.join(', ') : (texts[0] ?? ''))
  keepTags(tags, name, filled)
}

/**
 * The separator of genres. "R&B/Soul" and "Folk, World, & Country" are one genre each, so neither "/" alone nor ","
 * separates.
 */
const BETWEEN_GENRES = /[;\0]| \/ /
/** Maximum number of characters of one value of the field. */
const GENRES_TEXT_MAX = 2000

function addGenre(tags: AudioTags, text: string): void {
  // ID3 writes "(17)Rock", or the number alone. The number is dropped, because it means nothing without the table of
  // ID3.
  const name = cleanLine(text.trim().replace(/^(?:\((?:\d+|RX|CR)\))+|^\d+$/, ''))
  if (name === undefined) return
  const genres = tags.genres ?? []
  const isKnown = genres.some((known) => known.toLowerCase() === name.toLowerCase())
  if (genres.length < NAMES_MAX && !isKnown) tags.genres = [...genres, name]
}

const LIST_TAGS: ReadonlySet<TagName> = new Set([
  'artists',
  'albumArtists',
  'artistSorts',
  'albumArtistSorts',
  'genres',
])

/** Whether the field is a list, to which each of its values is added separately. */
export function isListTag(name: TagName): boolean {
  return LIST_TAGS.has(name)
}

const RELEASE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether ID3 and MP4 store this field under a custom name only. */
export function hasCustomName(name: TagName | undefined): name is 'artists' | 'albumArtists' | 'releaseId' {
  return name === 'artists' || name === 'albumArtists' || name === 'releaseId'
}

/** Maximum number of artists of one track or album, and of genres of one file; further ones are ignored. */
export const NAMES_MAX = 20
/** Maximum number of characters of a value; longer values are ignored. */
const LINE_MAX_LENGTH = 500
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** One trimmed line in NFC without control and direction characters; undefined when nothing remains. */
export function cleanLine(text: string): string | undefined {
  if (text.length <= LINE_MAX_LENGTH && PLAIN.test(text)) return text
  const cleaned = text
    .slice(0, LINE_MAX_LENGTH)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/g, '')
    .trim()
  return cleaned === '' ? undefined : cleaned
}

function yearIn(text: string): number | undefined {
  const match = /(?<!\d)(?:19\d\d|20\d\d|2100)(?!\d{1,3}(?!\d))/.exec(text)
  return match === null ? undefined : Number(match[0])
}

/** The number at the start of a text, such as 3 in "3/12"; undefined for 0 and for a text without such a number. */
function leadingNumber(text: string): number | undefined {
  const match = /^\s*(\d{1,5})(?!\d)/.exec(text)
  const number = Number(match?.[1] ?? 0)
  return number === 0 ? undefined : number
}
