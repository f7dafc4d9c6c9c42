import { MISSING_MARK, shownTitle } from '@tonarchiv/contract/catalog'
import { plainLetters } from '../search/search-words.ts'

/** Maximum length in UTF-16 code units; an index entry is limited to about 2700 bytes. */
const LENGTH = 300

/**
 * The title of a track in plain lower-case letters, as rules of smart playlists compare it. Empty only for a title that
 * contains `MISSING_MARK`.
 */
export function plainTitleOfTrack(title: string): string {
  return title.includes(MISSING_MARK) ? '' : plainTitleOfAlbum(shownTitle(title))
}

/** The title of an album as rules of smart playlists compare it. */
export function plainTitleOfAlbum(title: string): string {
  return (plainLetters(title) || title).slice(0, LENGTH).toWellFormed()
}
