import type { Entry, Room } from './room.ts'

/** The votes for each entry. */
function votesOf({ votes }: Room): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { entryId } of votes) counts.set(entryId, (counts.get(entryId) ?? 0) + 1)
  return counts
}

export function countVotes(room: Room, entryId: string | null): number {
  return room.votes.filter((vote) => vote.entryId === entryId).length
}

/** Entries after the current one in the order in which they are played; proposals are not among them. */
export function queueOf(room: Room): Entry[] {
  const votes = votesOf(room)
  const count = ({ id }: Entry) => (room.mode === 'vote' ? (votes.get(id) ?? 0) : 0)
  return room.entries
    .filter(({ id, isProposal }) => id !== room.entryId && !isProposal)
    .toSorted((one, other) => count(other) - count(one) || one.sortKey - other.sortKey)
}

export function proposalsOf({ entries }: Room): Entry[] {
  return entries.filter(({ isProposal }) => isProposal).toSorted((one, other) => one.sortKey - other.sortKey)
}

/** The number of votes with which the current entry is skipped: more than half of those who are there. */
export function votesToSkip({ people }: Room): number {
  return Math.floor(people.length / 2) + 1
}

export function nextSortKey({ entries }: Room): number {
  return entries.reduce((largest, { sortKey }) => Math.max(largest, sortKey), 0) + 1
}

/** When the current entry ends; undefined while nothing plays. */
export function endOf(room: Room): number | undefined {
  const current = room.entries.find(({ id }) => id === room.entryId)
  if (current === undefined || !room.isPlaying) return undefined
  return room.at + Math.max(0, current.durationMs - room.positionMs)
}

/** Replaces the current entry by the first one of the queue, which begins at this time. */
export function withNext(room: Room, at: number, by: string | null): Room {
  const [next] = queueOf(room)
  return {
    ...room,
    entries: room.entries.filter(({ id }) => id !== room.entryId),
    votes: room.votes.filter(({ entryId }) => entryId !== room.entryId && entryId !== next?.id),
    entryId: next?.id ?? null,
    isPlaying: next !== undefined,
    positionMs: 0,
    at,
    playedBy: by,
    playedRevision: room.revision + 1,
    playedCount: room.playedCount + (next === undefined ? 0 : 1),
  }
}

/** The room at a later time: each entry that is over is replaced by the next one, which began when it ended. */
export function advanced(room: Room, now: number): Room {
  let later = room
  for (let end = endOf(later); end !== undefined && end <= now; end = endOf(later))
    later = withNext(later, end, null)
  return later
}
