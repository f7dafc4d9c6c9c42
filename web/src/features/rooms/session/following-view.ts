import type { RoomSound } from '@tonarchiv/contract/rooms'
import type { FollowingState, Phase } from '../following/following-state.ts'
import type { RoomFollowing } from '../state/room-tab.ts'

/** The state of the follower as screens show it. `jumping` is shown until the sound plays again. */
export function followingView(
  { phase, errorSeconds }: FollowingState,
  before?: RoomFollowing['name'],
): RoomFollowing {
  const name = nameOf(phase)
  return {
    name: name === 'starting' && before === 'jumping' ? before : name,
    deviationMs: errorSeconds === undefined ? undefined : Math.round(errorSeconds * 1000),
    correctionPercent: phase.name === 'correcting' ? Math.round((phase.rate - 1) * 1000) / 10 : 0,
  }
}

function nameOf(phase: Phase): RoomFollowing['name'] {
  switch (phase.name) {
    case 'resting':
      return 'waiting'
    case 'waitingForPress':
      return 'needsPress'
    case 'loading':
      return phase.isJump ? 'jumping' : 'starting'
    default:
      return phase.name
  }
}

/** The state of the sound of this tab that other members see. */
export function soundOf(name: RoomFollowing['name'], isSilent: boolean): RoomSound {
  if (name === 'locked') return 'locked'
  return name === 'stopped' || name === 'needsPress' || isSilent ? 'off' : 'on'
}
