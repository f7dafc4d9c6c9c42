import { getTrackStats, type TrackStats } from '@tonarchiv/contract/plays'
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/call.ts'

/** Milliseconds for which loaded counts are current. See docs/product.md §10.2. */
const STATS_FRESH = 5 * 60_000

/**
 * The total number of plays of a track, and the time of the last play. If they cannot be loaded, the track counts as
 * never played. See docs/product.md §10.2.
 */
export function useTrackStats(id: string): { stats: TrackStats | undefined; readAt: number } {
  const { data, isError, dataUpdatedAt } = useQuery({
    queryKey: ['plays', 'track', id],
    queryFn: ({ signal }) => call(getTrackStats, { params: { track: id } }, { signal }),
    staleTime: STATS_FRESH,
  })
  return { stats: isError ? { count: 0, lastPlayed: null } : data, readAt: dataUpdatedAt }
}
