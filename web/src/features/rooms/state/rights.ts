import type { RoomState } from '@tonarchiv/contract/rooms'

/** What a member may do in a room. See docs/product.md §25. */
export interface RoomRights {
  isHost: boolean
  /** May play and pause for all. */
  mayPlay: boolean
  /** May seek, skip to the next entry, and change the order of the queue. */
  maySteer: boolean
  /** May vote for entries and for skipping. */
  mayVote: boolean
  /** May change the name, the mode and the host, and accept proposals. */
  maySettle: boolean
  /** Whether an entry that the member adds becomes a proposal. */
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
