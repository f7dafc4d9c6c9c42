import { useCallback, useRef } from 'react'
import { useSearchParams, type NavigateOptions } from 'react-router'

/** Changes the query of the URL. `change` receives a copy of the present query and returns the new one. */
type ChangeQuery = (change: (query: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void

/**
 * The query of the URL, and a function that changes it. `useSearchParams` starts from the query that was last rendered;
 * so of two changes before the next render, the second one would undo the first one.
 */
export function useUrlQuery(): [query: URLSearchParams, change: ChangeQuery] {
  const [query, setQuery] = useSearchParams()
  /** The last change that was not rendered yet; `since` is the query that was rendered when it was made. */
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
