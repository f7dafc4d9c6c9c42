import { previewRules, type SmartRules } from '@tonarchiv/contract/playlist-rules'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#client/call.ts'

/** Milliseconds from the last change until the number of tracks is requested. */
const PAUSE = 150

/**
 * The number of tracks that match the rules, and the first of them. They are requested a short time after the last
 * change, and a request for earlier rules is aborted. Until the answer arrives, the previous result is shown. While the
 * form is incomplete, nothing is requested.
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

/** Returns `value` after it has been the same for `PAUSE` milliseconds; until then the previous value. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
