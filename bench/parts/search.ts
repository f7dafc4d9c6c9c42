import { listAlbums } from '@tonarchiv/contract/catalog'
import { urlOf } from '@tonarchiv/contract/route'
import { matchOfGrams, matchOfWords } from '../../server/src/features/catalog/search/search-index.ts'
import { searchTermsOf } from '../../server/src/features/catalog/search/search-words.ts'
import { searchFragments } from '../archive/search-fragments.ts'
import { COLUMNS, type ComparedCall, compareCalls, type Question, toFloorGoal } from './compared-calls.ts'
import type { Part } from './part.ts'
import { measureSearchPage } from './search-page.ts'

const everything = { type: undefined, year: undefined }

/** Searches for parts of words, each with another term, so that no response can come from a cache. */
export const measureSearch: Part = async (context) => {
  const { archives, runFolder } = context
  const calls = searchFragments(archives.large.texts).map(({ name, fragments }): ComparedCall => ({
    name,
    questions: () => fragments.map(questionFor),
  }))
  const comparisons = await compareCalls(archives, runFolder, calls)
  const page = await measureSearchPage(context)
  return {
    tables: [
      { heading: 'Search', columns: COLUMNS, rows: comparisons.flatMap(({ rows }) => rows) },
      ...page.tables,
    ],
    goals: [...comparisons.map(toFloorGoal), ...page.goals],
  }
}

function questionFor(search: string): Question {
  const [{ words, grams } = { words: [], grams: [] }] = searchTermsOf(search)
  const floor =
    words.length > 0
      ? `/words/${encodeURIComponent(matchOfWords([words], everything))}`
      : `/grams/${encodeURIComponent(matchOfGrams([grams], everything))}`
  return { product: urlOf(listAlbums, { query: { search } }), floor }
}
