import { useEffect, useMemo } from 'react'
import { usePlays } from '#features/plays/index.ts'
import { trackOfPlay } from '#features/tracks/index.ts'
import type { PastPlay } from './queue-rows.ts'

/** Maximum number of played tracks that the queue shows. */
const PAST = 20

/** The account's last plays, oldest first. The play of the current track is left out. */
export function usePast(currentId: string | undefined): PastPlay[] {
  const { data, refetch } = usePlays()
  useEffect(() => {
    if (currentId !== undefined) void refetch()
  }, [currentId, refetch])
  return useMemo(() => {
    const [newest, ...others] = (data?.pages.flat() ?? []).slice(0, PAST)
    const isCurrent = newest !== undefined && newest.track_id === currentId
    const past = newest === undefined || isCurrent ? others : [newest, ...others]
    return past
      .map((play) => ({ id: play.id, track: trackOfPlay(play), playedAt: play.played_at }))
      .toReversed()
  }, [data, currentId])
}
