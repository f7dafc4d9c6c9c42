import { MISSING_MARK, shownTitle, type AlbumTrack } from '@tonarchiv/contract/catalog'
import { formatNumber } from '#format.ts'

/**
 * Whether a track is missing: its title contains the mark for that, or it has no file (docs/product.md §6.2). For
 * accounts without archive access, no track has a file.
 */
export function isMissing({ title, file }: Pick<AlbumTrack, 'title' | 'file'>): boolean {
  return file === undefined || title.includes(MISSING_MARK)
}

/** The title without the mark for missing tracks; the row shows in another way that the track is missing. */
export function titleWithoutMark(title: string): string {
  return shownTitle(title.replaceAll(MISSING_MARK, '').trim()) || MISSING_MARK
}

export function trackCount(count: number): string {
  return count === 1 ? '1 Track' : `${formatNumber(count)} Tracks`
}

/** The tag text for a file that most browsers cannot play before it was converted. */
export const CONVERSION_MARK = 'braucht Umwandlung'
