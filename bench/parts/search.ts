import { listAlbums } from '@tonarchiv/contract/catalog'
import { urlOf } from '@tonarchiv/contract/route'
import { matchOfGrams, matchOfWords } from '../../server/src/features/catalog/search/search-index.ts'
import { searchTermsOf } from '../../server/src/features/catalog/search/search-words.ts'
import { searchFragments } from '../archive/search-fragments.ts'
import { COLUMNS, type ComparedCall, compareCalls, type Question, toFloorGoal } from './compared-calls.ts'
import { measureEverything } from './search-everything.ts'
import { measureSearchPage } from './search-page.ts'
import type { Part } from './part.ts'

const everything = { type: undefined, year: undefined }

/** Searches for albums by parts of words, each with another term, so that no response can come from a cache. */
const measureAlbumSearch: Part = async ({ archives, runFolder }) => {
  const calls = searchFragments(archives.large.texts).map(({ name, fragments }): ComparedCall => ({
    name,
    questions: () => fragments.map(questionFor),
  }))
  const comparisons = await compareCalls(archives, runFolder, calls)
  return {
    tables: [{ heading: 'Search', columns: COLUMNS, rows: comparisons.flatMap(({ rows }) => rows) }],
    goals: comparisons.map(toFloorGoal),
  }
}

/** Measures the search for albums, the search over everything, and the latter in the browser. */
export const measureSearch: Part = async (context) => {
  const found = [
    await measureAlbumSearch(context),
    await measureEverything(context),
    await measureSearchPage(context),
  ]
  return { tables: found.flatMap(({ tables }) => tables), goals: found.flatMap(({ goals }) => goals) }
}

function questionFor(search: string): Question {
  const [{ words, grams } = { words: [], grams: [] }] = searchTermsOf(search)
  const floor =
    words.length > 0
      ? `/words/${encodeURIComponent(matchOfWords([words], everything))}`
      : `/grams/${encodeURIComponent(matchOfGrams([grams], everything))}`
  return { product: urlOf(listAlbums, { query: { search } }), floor }
}
