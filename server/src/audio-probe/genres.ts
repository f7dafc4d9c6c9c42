import { GENRE_MAX_LENGTH, GENRES_MAX } from '@tonarchiv/contract/liner-notes'
import { lengthOf } from '@tonarchiv/contract/text'
import type { AudioTags } from './audio-tags.ts'

/** Two genres with the same key differ at most in case. */
export function genreKey(genre: string): string {
  return genre.normalize('NFC').toLowerCase()
}

/**
 * The genres of an album by its files: those that most of them name first, in the first spelling of each. Names
 * that are too long are left out, and so are those beyond the limit.
 */
export function genresOfAlbum(tags: readonly AudioTags[]): string[] {
  const counts = new Map<string, { genre: string; count: number }>()
  for (const genre of tags.flatMap(({ genres = [] }) => genres)) {
    if (lengthOf(genre) > GENRE_MAX_LENGTH) continue
    const key = genreKey(genre)
    const known = counts.get(key) ?? { genre, count: 0 }
    known.count += 1
    counts.set(key, known)
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, GENRES_MAX)
    .map(({ genre }) => genre)
}
