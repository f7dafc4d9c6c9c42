import type { IndexEntry } from '../search/search-index.ts'
import type { AlbumRow } from './album-rows.ts'

/** What the index of the search stores of an album. */
export function indexEntryOf(
  { place, type, releaseYear, title }: Pick<AlbumRow, 'place' | 'type' | 'releaseYear' | 'title'>,
  tracks: readonly { title: string }[],
): IndexEntry {
  return { place, type, releaseYear, titles: [title, ...tracks.map((track) => track.title)] }
}
