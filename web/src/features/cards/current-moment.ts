import type { Card } from '@tonarchiv/contract/cards'
import { currentUser, hasAccess } from '#features/auth/index.ts'
import { secondIn } from '#features/moments/index.ts'
import { getPlayer, useVisiblePlayer } from '#features/player/index.ts'
import type { Track } from '#features/tracks/index.ts'

/** The track in the player, and a card for its current second. */
interface CurrentMoment {
  track: Track
  card: Card & { second: number }
}

/** The current second of the player; undefined without a track, and without archive access. */
export function currentMoment(): CurrentMoment | undefined {
  const { track, positionSeconds } = getPlayer().state.getState()
  const user = currentUser()
  if (track?.file === undefined || !user || !hasAccess(user)) return undefined
  const second = secondIn(track.durationSeconds, positionSeconds)
  return { track, card: { kind: 'moment', id: track.id, second } }
}

/** As `currentMoment`, for components; they are rendered again once a second. */
export function useCurrentMoment(): CurrentMoment | undefined {
  useVisiblePlayer(({ track, positionSeconds }) => `${track?.id} ${Math.floor(positionSeconds)}`)
  return currentMoment()
}
