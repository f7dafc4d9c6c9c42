import { lookUpKey } from '@tonarchiv/contract/key-offers'
import type { ResponseOf } from '@tonarchiv/contract/route'
import { useEffect, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'

/** What is known about the key in the URL of the page. */
export type OfferState =
  | { state: 'checking' }
  | { state: 'unknown' }
  | { state: 'failed'; failure: unknown; retry: () => void }
  | ResponseOf<typeof lookUpKey>

/** Looks up on the server what this key opens. */
export function useOffer(key: string): OfferState {
  const [found, setFound] = useState<OfferState>({ state: 'checking' })
  useEffect(() => {
    const leaving = new AbortController()
    void load(key, setFound, leaving.signal)
    return () => leaving.abort()
  }, [key])
  return found
}

async function load(key: string, show: (found: OfferState) => void, signal: AbortSignal): Promise<void> {
  try {
    show(await call(lookUpKey, { params: { key } }, { signal }))
  } catch (failure) {
    if (signal.aborted) return
    const isUnknown = failure instanceof ApiError && (failure.status === 404 || failure.status === 400)
    const retry = () => {
      show({ state: 'checking' })
      void load(key, show, signal)
    }
    show(isUnknown ? { state: 'unknown' } : { state: 'failed', failure, retry })
  }
}
