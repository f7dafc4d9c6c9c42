import * as z from 'zod/mini'
import { genreKey } from '@tonarchiv/contract/album-tags'

/**
 * Whether the genres in the catalog should be replaced. They should if the files have other genres and no admin has
 * edited those in the catalog. `written` is the JSON of the genres that the import wrote last. Without it, any genres
 * in the catalog count as edited.
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

/** A key that is equal for the same genres in the same order, whatever their case. */
function keyOf(genres: readonly string[]): string {
  return JSON.stringify(genres.map(genreKey))
}
