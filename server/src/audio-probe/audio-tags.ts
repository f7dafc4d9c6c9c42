/** What a file says about its music, as far as it says it; texts are one line each, cleaned. */
export interface AudioTags {
  title?: string
  artist?: string
  album?: string
  albumArtist?: string
  /** Those who made the track or the album, one by one, where the file names them so. */
  artists?: string[]
  albumArtists?: string[]
  /** 1900 to 2100. */
  year?: number
  trackNumber?: number
  discNumber?: number
  genre?: string
  /** The album gathers several artists. */
  isCompilation?: true
}

export type TagName = keyof AudioTags

/** The names that tag formats without a field table of their own (Vorbis comments) use, in upper case. */
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
  ['DATE', 'year'],
  ['YEAR', 'year'],
  ['TRACKNUMBER', 'trackNumber'],
  ['TRACK', 'trackNumber'],
  ['DISCNUMBER', 'discNumber'],
  ['DISC', 'discNumber'],
  ['GENRE', 'genre'],
  ['COMPILATION', 'isCompilation'],
])

export function tagNamed(name: string): TagName | undefined {
  return NAMES.get(name.toUpperCase())
}

/** Keeps a value unless it is empty, senseless for its field, or there was one before it. */
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
    case 'genre':
      // ID3 writes "(17)Rock", or the number alone, which says nothing without its table.
      tags.genre ??= cleanLine(text.replace(/^(?:\(\d+\))+|^\d+$/, ''))
      break
    case 'artists':
    case 'albumArtists': {
      const names = tags[name] ?? []
      const cleaned = cleanLine(text)
      if (cleaned !== undefined && names.length < NAMES_MAX && !names.includes(cleaned))
        tags[name] = [...names, cleaned]
      break
    }
    case 'title':
    case 'artist':
    case 'album':
    case 'albumArtist':
      tags[name] ??= cleanLine(text)
  }
}

/** Keeps several values of a field; a field of names has a list of its own beside the text. */
export function keepTags(tags: AudioTags, name: TagName, texts: readonly string[]): void {
  const list = name === 'artist' ? 'artists' : name === 'albumArtist' ? 'albumArtists' : undefined
  if (list !== undefined && texts.length > 1) for (const text of texts) addTag(tags, list, text)
}

/** Artists of one track or album; more are not kept. */
export const NAMES_MAX = 20
/** Characters; longer values are no names. */
const LINE_MAX_LENGTH = 500
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** One line in NFC without control and direction marks, trimmed; undefined when nothing is left. */
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

/** 3 in "3/12"; undefined for 0 and for what is no number. */
function leadingNumber(text: string): number | undefined {
  const match = /^\s*(\d{1,5})(?!\d)/.exec(text)
  const number = Number(match?.[1] ?? 0)
  return number === 0 ? undefined : number
}
