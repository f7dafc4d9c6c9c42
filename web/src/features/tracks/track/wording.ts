import { MISSING_MARK, shownTitle, type AlbumTrack } from '@tonarchiv/contract/catalog'
import { formatNumber } from '#format.ts'

/**
 * Whether a track is marked as missing or has no file (docs/product.md §6.2). For accounts without access no track has
 * a file.
 */
export function isMissing({ title, file }: Pick<AlbumTrack, 'title' | 'file'>): boolean {
  return file === undefined || title.includes(MISSING_MARK)
}

/** The title without the mark; the row shows by other means that the track is missing. */
export function titleWithoutMark(title: string): string {
  return shownTitle(title.replaceAll(MISSING_MARK, '').trim()) || MISSING_MARK
}

export function trackCount(count: number): string {
  return count === 1 ? '1 Track' : `${formatNumber(count)} Tracks`
}

/** The mark of a track that most browsers cannot play until it has been converted. */
export const CONVERSION_MARK = 'braucht Umwandlung'
