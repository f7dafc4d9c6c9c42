import type { Vocabulary } from './vocabulary.ts'

/** Words of the index that may be meant by one word of a search. */
export type WordIds = readonly number[]

/** For each word of a search (a list of its spellings), the ids of the words of the index that contain a spelling. */
export async function wordsContaining(
  vocabulary: Vocabulary,
  words: readonly (readonly string[])[],
): Promise<WordIds[]> {
  const found: WordIds[] = []
  for (const ways of words)
    found.push([...new Set([...(await vocabulary.exact(ways)), ...vocabulary.containing(ways)])])
  return found
}

/** The words of the index that contain one word of a search, and words that are similar to it. */
export interface SimilarWords {
  ids: WordIds
  /** The similar words by id. */
  similar: ReadonlyMap<number, string>
}

export function wordsSimilar(
  vocabulary: Vocabulary,
  words: readonly (readonly string[])[],
  known: readonly WordIds[],
): SimilarWords[] {
  return words.map((ways, index) => {
    const ids = known[index] ?? []
    const similar = new Map(vocabulary.similar(ways).map(({ id, word }) => [id, word]))
    for (const id of ids) similar.delete(id)
    return { ids: [...ids, ...similar.keys()], similar }
  })
}
