import {
  SEARCH_COUNTED,
  SEARCH_PAGE_MAX,
  searchEverything,
  type SearchAnswer,
  type SearchGroup,
} from '@tonarchiv/contract/search'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { rowsOf } from './found-rows.ts'
import type { Row } from './results.ts'

/** Milliseconds for which loaded hits are fresh. */
const FRESH = 60_000

export interface Found {
  rows: readonly Row[]
  total: number
  corrected: string | undefined
  terms: readonly string[]
}

/**
 * All hits of one group, in pages.
 * @param first - the number of hits on the first page
 */
export function foundQuery(text: string, group: SearchGroup, first = SEARCH_PAGE_MAX) {
  return infiniteQueryOptions({
    queryKey: ['albums', 'search', group, text, first],
    queryFn: ({ pageParam: offset, signal }) => {
      const limit = offset === 0 ? first : SEARCH_PAGE_MAX
      return call(searchEverything, { query: { q: text, group, offset, limit } }, { signal })
    },
    initialPageParam: 0,
    getNextPageParam: (last: SearchAnswer, pages: readonly SearchAnswer[]) => {
      const { hits = [], total = 0 } = last.groups[group] ?? {}
      const read = pages.reduce((sum, { groups }) => sum + (groups[group]?.hits.length ?? 0), 0)
      return hits.length > 0 && read < Math.min(total, SEARCH_COUNTED) ? read : undefined
    },
    staleTime: FRESH,
    enabled: text !== '',
    select: ({ pages }): Found => joined(pages, group),
  })
}

/** The hits of all pages. A hit that moved from one page to another between two requests is listed once. */
function joined(pages: readonly SearchAnswer[], group: SearchGroup): Found {
  const now = new Date()
  const rows = pages.flatMap((page) => rowsOf(page, group, now)?.rows ?? [])
  const [first] = pages
  return {
    rows: [...new Map(rows.map((row) => [row.key, row])).values()],
    total: first?.groups[group]?.total ?? 0,
    corrected: first?.corrected ?? undefined,
    terms: first?.terms ?? [],
  }
}
