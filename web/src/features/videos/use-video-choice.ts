import type { Video } from '@tonarchiv/contract/videos'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

const POSITION_KEY = { preventScrollReset: true } as const

/** The id of the open video. It is stored in the URL as `?video=`, so that a reload and Back keep it open. */
export function useVideoChoice() {
  const [address, setUrl] = useSearchParams()
  const chosenId = address.get('video') ?? undefined
  const choose = useCallback(({ id }: Video) => setUrl({ video: id }, POSITION_KEY), [setUrl])
  const close = useCallback(() => setUrl({}, { ...POSITION_KEY, replace: true }), [setUrl])
  return { chosenId, choose, close }
}
