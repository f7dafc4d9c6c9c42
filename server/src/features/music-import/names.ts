import { TITLE_MAX_LENGTH } from '@tonarchiv/contract/archive-editing'
import { cleanLine } from '#audio-probe/audio-tags.ts'

/** What makes two names the same for the import: letters, whatever their case, composition and spaces. */
export function sameName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** A title that the archive takes, from whatever a tag or a file's name held. */
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

/** "01 - ", "1-03. ", "A2 " and the like. */
const NUMBER_IN_FRONT = /^(?:\d{1,2}[-.]\d{1,3}|[A-D]?\d{1,3})(?:\s*[-–—._)]+\s*|\s+)(?=\S)/

export function withoutExtension(name: string): string {
  return name.replace(/\.[^.]+$/, '')
}

/** The title that a file's name holds when its tags hold none. */
export function titleOfFileName(name: string): string {
  const bare = withoutExtension(name).replaceAll('_', ' ').trim()
  const title = bare.replace(NUMBER_IN_FRONT, '').trim()
  return asTitle(title === '' ? bare : title, 'Ohne Titel')
}

const YEAR = /[([{]?\b((?:19|20)\d\d)\b[)\]}]?/
/** What collectors write about the files behind the title. */
const QUALITY =
  /[([{][^)\]}]*\b(?:flac|mp3|m4a|aac|ogg|opus|wav|alac|320|256|192|128|v0|v2|kbps|kbit|kbit\/s|web|vinyl|lossless|24[- ]?bit|16[- ]?bit)\b[^)\]}]*[)\]}]/gi

/** The year that a folder's name tells in front of or behind the title. */
export function yearOfFolder(name: string): number | undefined {
  const year = YEAR.exec(name.replaceAll(QUALITY, ''))?.[1]
  return year === undefined ? undefined : Number(year)
}

/** The album title that a folder's name holds when the tags hold none. */
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
