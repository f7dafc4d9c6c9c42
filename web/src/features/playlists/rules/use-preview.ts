import { previewRules, type SmartRules } from '@tonarchiv/contract/playlist-rules'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#client/call.ts'

/** Milliseconds after the last change before the tracks are counted. */
const PAUSE = 150

/**
 * The number of matching tracks, a short time after the last change. A request for earlier rules is cancelled and its
 * answer ignored; until the new one arrives, the earlier number is shown. Incomplete rules are not counted.
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

/** The value once it has not changed for `PAUSE`; at first the initial value. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
