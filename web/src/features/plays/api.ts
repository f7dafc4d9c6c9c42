import { listTopTracks, recordPlay, TOP_TRACKS } from '@tonarchiv/contract/plays'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import type { Listened } from './play-log.ts'

/** Milliseconds for which counts of plays are good enough. Spec §9. */
const STATS_FRESH = 5 * 60_000

/** What everyone plays most, first the most played. Only with a key. */
export function useTopTracks({ enabled }: { enabled: boolean }) {
  return useQuery(
    queryOptions({
      queryKey: ['plays', 'top'],
      queryFn: async ({ signal }) => {
        const { tracks } = await call(listTopTracks, { query: { limit: TOP_TRACKS } }, { signal })
        return tracks
      },
      enabled,
      staleTime: STATS_FRESH,
    }),
  )
}

/** Tells the server that a track was really heard. */
export async function recordListened({ trackId, startedAt, positionSeconds }: Listened): Promise<void> {
  try {
    await call(recordPlay, {
      body: {
        track_id: trackId,
        started_at: startedAt.toISOString(),
        end_position: positionSeconds,
        completed: false,
      },
    })
  } catch {
    // A play that was not counted is nothing a listener has to hear about.
  }
}
