import { previewRules, type SmartRules } from '@tonarchiv/contract/playlist-rules'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#client/call.ts'

/** Milliseconds after the last key. */
const PAUSE = 150

/**
 * How many tracks match, a short time after the last change. A request for former rules is cancelled, and its
 * answer is never shown; until the new one is there, the former number stays. Incomplete rules are not counted.
 */
export function usePreview(rules: SmartRules | undefined) {
  const settled = useSettled(rules)
  const { data, error } = useQuery({
    queryKey: ['playlist rules', settled],
    queryFn:
      settled === undefined
        ? skipToken
        : async ({ signal }) => call(previewRules, { body: { rules: settled } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  return { shown: data ?? last, error, isBehind: rules !== undefined && (rules !== settled || !data) }
}

/** The value after it did not change for a while; the first one at once. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
