import * as z from 'zod/mini'
import { genreKey } from '@tonarchiv/contract/album-tags'

/**
 * Whether genres are to be replaced: the files have others, and those in the catalog were not edited. `written` is
 * the JSON of what was taken before; without it those in the catalog count as edited, if there are any.
 */
export function hasOtherGenres(
  planned: readonly string[],
  current: readonly string[],
  written: string | null | undefined,
  tagsWin: boolean,
): boolean {
  const now = keyOf(current)
  if (now === keyOf(planned)) return false
  return tagsWin || now === keyOf(writtenGenres(written))
}

const WrittenGenres = z.array(z.string())

function writtenGenres(json: string | null | undefined): string[] {
  return typeof json === 'string' ? z.parse(WrittenGenres, JSON.parse(json)) : []
}

/** Equal for the same genres in the same order, in any case. */
function keyOf(genres: readonly string[]): string {
  return JSON.stringify(genres.map(genreKey))
}
