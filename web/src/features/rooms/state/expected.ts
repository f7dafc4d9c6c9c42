import {
  ROOM_LEAD_LEAST_MS,
  roomPositionAt,
  type RoomCommand,
  type RoomState,
} from '@tonarchiv/contract/rooms'
import type { RoomData } from './room-data.ts'

type Of<Name extends RoomCommand['name']> = Extract<RoomCommand, { name: Name }>

/**
 * The room as it will probably be after a command of this member, to be shown until the server has answered.
 * @param now - the time of the server's clock, in milliseconds since 1970
 */
export function expectedAfter(room: RoomData, command: RoomCommand, now: number): RoomData {
  switch (command.name) {
    case 'play':
    case 'pause':
    case 'seek':
    case 'next':
      return command.entryId === room.state.playback.entryId
        ? withState(room, playedAfter(room.state, command, now))
        : room
    case 'vote':
    case 'voteSkip':
      return voted(room, command)
    case 'mode':
      return withState(room, { mode: command.mode })
    case 'rename':
      return withState(room, { name: command.roomName })
    case 'host':
      return withState(room, { hostId: command.userId })
    case 'add':
    case 'access':
      return room
    default:
      return withState(room, { queue: queueAfter(room.state.queue, command) })
  }
}

const withState = (room: RoomData, changed: Partial<RoomState>): RoomData => ({
  ...room,
  state: { ...room.state, ...changed },
})

function playedAfter(
  { playback, queue }: RoomState,
  command: Of<'play' | 'pause' | 'seek' | 'next'>,
  now: number,
): Partial<RoomState> {
  const positionMs = roomPositionAt(playback, now)
  const begins = now + ROOM_LEAD_LEAST_MS
  if (command.name === 'pause')
    return playback.isPlaying ? { playback: { ...playback, isPlaying: false, positionMs, at: now } } : {}
  if (command.name === 'play')
    return playback.isPlaying ? {} : { playback: { ...playback, isPlaying: true, at: begins } }
  if (command.name === 'seek')
    return {
      playback: { ...playback, positionMs: command.positionMs, at: playback.isPlaying ? begins : now },
    }
  const next = queue.find(({ isProposal }) => !isProposal)
  return {
    playback: { entryId: next?.id ?? null, isPlaying: next !== undefined, positionMs: 0, at: begins },
    queue: queue.filter((entry) => entry !== next),
  }
}

function queueAfter(
  queue: RoomState['queue'],
  command: Of<'accept' | 'remove' | 'move'>,
): RoomState['queue'] {
  const moved = queue.find(({ id }) => id === command.entryId)
  const others = queue.filter((entry) => entry !== moved)
  if (moved === undefined || command.name === 'remove') return others
  const entries = others.filter(({ isProposal }) => !isProposal)
  const proposals = others.filter(({ isProposal }) => isProposal)
  if (command.name === 'accept') return [...entries, { ...moved, isProposal: false }, ...proposals]
  const index = command.after === null ? 0 : entries.findIndex(({ id }) => id === command.after) + 1
  return index === 0 && command.after !== null ? queue : [...entries.toSpliced(index, 0, moved), ...proposals]
}

/** The room after a vote of this member. Only the server's next state changes the order of the queue. */
function voted(room: RoomData, { entryId, isFor }: Of<'vote' | 'voteSkip'>): RoomData {
  const { state } = room
  const entry = room.entries.get(entryId)
  if (!entry || entry.hasOwnVote === isFor) return room
  const change = isFor ? 1 : -1
  const isCurrent = entryId === state.playback.entryId
  return {
    ...withState(room, {
      skip: isCurrent ? { ...state.skip, votes: state.skip.votes + change } : state.skip,
      queue: withVotes(state.queue, entryId, change),
    }),
    entries: withOwnVote(room.entries, entryId, isFor),
  }
}

function withVotes(queue: RoomState['queue'], entryId: string, change: number): RoomState['queue'] {
  const index = queue.findIndex(({ id }) => id === entryId)
  const entry = queue[index]
  return entry ? queue.with(index, { ...entry, votes: entry.votes + change }) : queue
}

/** The entries with this member's own vote, which the state that the server sends does not contain. */
export function withOwnVote(
  entries: RoomData['entries'],
  entryId: string,
  hasOwnVote: boolean,
): RoomData['entries'] {
  const entry = entries.get(entryId)
  return entry ? new Map([...entries, [entryId, { ...entry, hasOwnVote }]]) : entries
}
