import { getPublicProfile, type OnlineUser, type PublicProfile } from '@tonarchiv/contract/presence'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#client/call.ts'

/** Milliseconds between two readings of the clock; several in each second, so that no second is skipped. */
const READ_EVERY = 250

/** For how long a member has been listening, and where the track was, at the local time `readAt`. */
export interface Progress extends Pick<PublicProfile, 'listeningSeconds' | 'position'> {
  readAt: number
}

/**
 * Reads once for each track how far a member is. The answer names spans of time, so the clocks of server and browser
 * need not agree. Undefined while the member plays nothing, and while the answer is about another track.
 */
export function useProgress({ id, isOnline, isPlaying, currentTrack }: OnlineUser): Progress | undefined {
  const plays = isOnline && isPlaying && currentTrack !== null
  const { data } = useQuery({
    // With `plays`, an answer from before a pause is not used after it.
    queryKey: ['people', 'progress', id, currentTrack?.id, currentTrack?.title, plays],
    queryFn: async ({ signal }) => {
      const { user } = await call(getPublicProfile, { params: { id } }, { signal })
      return { user, readAt: performance.now() }
    },
    enabled: plays,
    staleTime: 0,
    gcTime: 0,
  })
  if (!plays || !data) return undefined
  const { user, readAt } = data
  const isSame = user.currentTrack?.id === currentTrack.id && user.currentTrack.title === currentTrack.title
  if (!isSame) return undefined
  const { listeningSeconds, position } = user
  return {
    readAt,
    ...(listeningSeconds !== undefined && { listeningSeconds }),
    ...(position && { position }),
  }
}

/** The seconds since a local time. The component is rendered again several times in each second. */
export function useSecondsSince(time: number): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), READ_EVERY)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, now - time) / 1000
}
