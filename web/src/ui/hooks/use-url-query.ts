import { useCallback, useRef } from 'react'
import { useSearchParams, type NavigateOptions } from 'react-router'

/** Changes the URL's query with a function that gets a copy of it. */
type ChangeQuery = (change: (query: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void

/**
 * The query of the URL, and a function that changes it. `useSearchParams` builds on what was rendered last, so of two
 * quick changes the second would undo the first.
 */
export function useUrlQuery(): [query: URLSearchParams, change: ChangeQuery] {
  const [query, setQuery] = useSearchParams()
  /** The latest change that is not rendered yet. */
  const newest = useRef<{ since: URLSearchParams; query: URLSearchParams }>(undefined)
  const change = useCallback<ChangeQuery>(
    (changed, options) => {
      const from = newest.current?.since === query ? newest.current.query : query
      const next = changed(new URLSearchParams(from))
      newest.current = { since: query, query: next }
      setQuery(next, options)
    },
    [query, setQuery],
  )
  return [query, change]
}
