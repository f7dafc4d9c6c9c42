import type { RoomEntry } from '@tonarchiv/contract/rooms'
import type { RoomData } from '../state/room-data.ts'

/** A row of the queue. `entry` is undefined until the entry has been read. */
export interface QueueItem {
  id: string
  votes: number
  entry: RoomEntry | undefined
}

/** The upcoming entries, and the proposals. */
export function queueOf({ state, entries }: Pick<RoomData, 'state' | 'entries'>) {
  const items = state.queue.map(({ id, votes, isProposal }) => ({
    id,
    votes,
    isProposal,
    entry: entries.get(id),
  }))
  return {
    upcoming: items.filter(({ isProposal }) => !isProposal),
    proposals: items.filter(({ isProposal }) => isProposal),
  }
}

/** The id of the entry that will precede the entry `id` when that is moved to the index `to`; null at the beginning. */
export function entryBehind(ids: readonly string[], id: string, to: number): string | null {
  return ids.filter((each) => each !== id)[to - 1] ?? null
}
