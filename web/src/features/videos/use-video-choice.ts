import type { Video } from '@tonarchiv/contract/videos'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

const KEEP_PLACE = { preventScrollReset: true } as const

/** The video that is open, as `?video=` in the address, so that a reload and a way back keep to it. */
export function useVideoChoice() {
  const [address, setAddress] = useSearchParams()
  const chosenId = address.get('video') ?? undefined
  const choose = useCallback(({ id }: Video) => setAddress({ video: id }, KEEP_PLACE), [setAddress])
  const close = useCallback(() => setAddress({}, { ...KEEP_PLACE, replace: true }), [setAddress])
  return { chosenId, choose, close }
}
