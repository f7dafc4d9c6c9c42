import { TITLE_MAX_LENGTH } from '@tonarchiv/contract/archive-editing'
import { cleanLine } from '@tonarchiv/contract/audio-tags'

/** A valid title from the text of a tag or file name. */
export function asTitle(text: string, otherwise: string): string {
  const cleaned = cleanLine(text) ?? otherwise
  const letters = Array.from(cleaned)
  return letters.length <= TITLE_MAX_LENGTH
    ? cleaned
    : `${letters
        .slice(0, TITLE_MAX_LENGTH - 1)
        .join('')
        .trim()}…`
}

/** Matches a track number at the beginning, such as "01 - ", "1-03. " or "A2 ". */
const NUMBER_IN_FRONT = /^(?:\d{1,2}[-.]\d{1,3}|[A-D]?\d{1,3})(?:\s*[-–—._)]+\s*|\s+)(?=\S)/

export function withoutExtension(name: string): string {
  return name.replace(/\.[^.]+$/, '')
}

/** The title from a file name, for files without tags. */
export function titleOfFileName(name: string): string {
  const bare = withoutExtension(name).replaceAll('_', ' ').trim()
  const title = bare.replace(NUMBER_IN_FRONT, '').trim()
  return asTitle(title === '' ? bare : title, 'Ohne Titel')
}

const YEAR = /[([{]?\b((?:19|20)\d\d)\b[)\]}]?/
/** Matches remarks about the quality of the files at the end of a folder name. */
const QUALITY =
  /[([{][^)\]}]*\b(?:flac|mp3|m4a|aac|ogg|opus|wav|alac|320|256|192|128|v0|v2|kbps|kbit|kbit\/s|web|vinyl|lossless|24[- ]?bit|16[- ]?bit)\b[^)\]}]*[)\]}]/gi

/** The year at the beginning or end of a folder name. */
export function yearOfFolder(name: string): number | undefined {
  const year = YEAR.exec(name.replaceAll(QUALITY, ''))?.[1]
  return year === undefined ? undefined : Number(year)
}

/** The album title from a folder name, for files without tags. */
export function titleOfFolder(name: string): string {
  const bare = name.replaceAll(QUALITY, '').replaceAll('_', ' ')
  const title = bare
    .replace(/[([{]\s*(?:19|20)\d\d\s*[)\]}]/, '')
    .replace(/^\s*(?:19|20)\d\d\s*[-–—.]\s*/, '')
    .replace(/\s*[-–—.]\s*(?:19|20)\d\d\s*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return asTitle(title === '' ? name : title, 'Ohne Titel')
}

const DAY = /(?<!\d)((?:19|20)\d\d)[-._ ]?(0[1-9]|1[0-2])[-._ ]?(0[1-9]|[12]\d|3[01])(?!\d)/

/** The day in a file name, as yyyy-MM-dd. If the name has only a year, the result is the first of January. */
export function dayOfFileName(name: string): string | undefined {
  const [, year, month, day] = DAY.exec(name) ?? []
  if (year !== undefined) {
    const text = `${year}-${month}-${day}`
    const time = new Date(`${text}T00:00:00Z`)
    // `Date` converts a day that does not exist, such as 31 February, to another day, or becomes invalid.
    return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text) ? text : undefined
  }
  const alone = yearOfFolder(withoutExtension(name))
  return alone === undefined ? undefined : `${alone}-01-01`
}

/** The title of a video from its file name, without the day. */
export function titleOfVideo(name: string): string {
  const bare = withoutExtension(name).replaceAll('_', ' ')
  const title = bare
    .replace(DAY, '')
    .replaceAll(/\(\s*\)|\[\s*\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s\-–—.,]+|[\s\-–—.,]+$/g, '')
  return asTitle(title === '' ? bare : title, 'Ohne Titel')
}
