import { MISSING_MARK } from '@tonarchiv/contract/catalog'

/**
 * Whether a track is playable: it has a file, and its title does not contain `MISSING_MARK`. See docs/product.md §6.2.
 */
export function isPlayable<T extends { fileName: string | null; title: string }>(
  track: T,
): track is T & { fileName: string } {
  return track.fileName !== null && !track.title.includes(MISSING_MARK)
}
