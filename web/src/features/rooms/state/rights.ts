import type { RoomState } from '@tonarchiv/contract/rooms'

/** What a member may do in a room. See docs/product.md §25. */
export interface RoomRights {
  isHost: boolean
  /** Play and pause for all. */
  mayPlay: boolean
  /** Seek, next, and the order of the queue. */
  maySteer: boolean
  /** Vote for entries and for skipping. */
  mayVote: boolean
  /** Name, mode, host, and accepting proposals. */
  maySettle: boolean
  /** What the member adds is a proposal. */
  onlyProposes: boolean
}

export function rightsIn({ mode, hostId }: Pick<RoomState, 'mode' | 'hostId'>, userId: string): RoomRights {
  const isHost = hostId === userId
  return {
    isHost,
    mayPlay: mode === 'all' || isHost,
    maySteer: mode === 'all' || (mode === 'host' && isHost),
    mayVote: mode === 'vote',
    maySettle: isHost,
    onlyProposes: mode === 'host' && !isHost,
  }
}
