import type { Vocabulary } from './vocabulary.ts'

/** Words of the index that may be meant by one word of a search. */
export type WordIds = readonly number[]

/** For each word of a search, with its spellings, the words of the index that contain it. */
export async function wordsContaining(
  vocabulary: Vocabulary,
  words: readonly (readonly string[])[],
): Promise<WordIds[]> {
  const found: WordIds[] = []
  for (const ways of words)
    found.push([...new Set([...(await vocabulary.exact(ways)), ...vocabulary.containing(ways)])])
  return found
}

/** Ids of words of the index for each word of a search. Words that no message contains have similar ones. */
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
