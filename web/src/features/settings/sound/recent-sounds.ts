import { listPlays } from '@tonarchiv/contract/plays'
import type { TrackSound } from '@tonarchiv/contract/track-sound'
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { loadTrackSound } from '#features/track-sound/index.ts'

/** Number of tracks that the figure shows. */
const SHOWN = 8
/** Number of the account's last plays in which different tracks are searched. */
const PLAYS = 50

export interface RecentSound {
  trackId: string
  loudness: NonNullable<TrackSound['loudness']>
}

/**
 * The loudness of the tracks that the account has played last, each track once, oldest first. Empty if there are fewer
 * tracks than the figure shows.
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
    // The tracks are loaded one after the other, because the figure is not urgent.
    const loudness = (await loadTrackSound(trackId))?.loudness
    if (loudness) found.push({ trackId, loudness })
    if (found.length === SHOWN) return found.toReversed()
  }
  return []
}
