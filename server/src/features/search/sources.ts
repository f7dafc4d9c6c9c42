import type { Executor } from '#database/prepared.ts'
import { textsOfAlbums, textsOfArtists, textsOfSongs } from '#features/catalog/index.ts'
import { type Held, textsOfMessages } from '#features/chat/index.ts'
import { textsOfLyrics } from '#features/lyrics/index.ts'
import { textsOfPlaylists } from '#features/playlists/index.ts'
import { textsOfVideos } from '#features/videos/index.ts'
import type { Kind } from './store/kinds.ts'

interface SearchableText {
  title: string
  /**
   * Text whose words can match further words of a search. They find nothing unless another word of the search matches
   * `title`.
   */
  context?: string
  /** For a message: the id of its author, unless the account was deleted, and the kinds of its contents. */
  author?: string | null
  holds?: readonly Held[]
}

/**
 * Reads the searchable texts of rows by their ids. Rows that were deleted, or that a search must not find, are omitted.
 */
type TextsOf = (db: Executor, ids: readonly string[]) => Promise<Map<string, SearchableText>>

export const sources: Record<Kind, TextsOf> = {
  song: textsOfSongs,
  album: textsOfAlbums,
  artist: textsOfArtists,
  playlist: textsOfPlaylists,
  video: textsOfVideos,
  message: textsOfMessages,
  lyrics: textsOfLyrics,
}
