import { listPlays } from '@tonarchiv/contract/plays'
import type { TrackSound } from '@tonarchiv/contract/track-sound'
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { loadTrackSound } from '#features/track-sound/index.ts'

/** Number of tracks in the figure. */
const SHOWN = 8
/** Number of plays that are searched for different tracks. */
const PLAYS = 50

export interface RecentSound {
  trackId: string
  loudness: NonNullable<TrackSound['loudness']>
}

/**
 * The tracks that the account has played last, without repetitions, oldest first; empty when they are fewer than the
 * figure shows.
 */
export function useRecentSounds(): readonly RecentSound[] {
  const { data = [] } = useQuery({
    queryKey: ['plays', 'sounds'],
    queryFn: ({ signal }) => readRecentSounds(signal),
    retry: false,
  })
  return data
}

async function readRecentSounds(signal: AbortSignal): Promise<RecentSound[]> {
  const { plays } = await call(listPlays, { query: { limit: PLAYS } }, { signal })
  const ids = new Set(plays.flatMap(({ track_id: id }) => id ?? []))
  const found: RecentSound[] = []
  for (const trackId of [...ids].slice(0, 2 * SHOWN)) {
    // One after the other, because nothing waits for the result.
    const loudness = (await loadTrackSound(trackId))?.loudness
    if (loudness) found.push({ trackId, loudness })
    if (found.length === SHOWN) return found.toReversed()
  }
  return []
}
