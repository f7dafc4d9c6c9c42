import {
  hostNotHere,
  noVotesHere,
  notInRoom,
  notYourRoom,
  premiereRuns,
  ROOM_ENTRIES_MAX,
  roomQueueFull,
  votesDecide,
} from '@tonarchiv/contract/rooms'
import { Refused } from '#platform/refused.ts'
import { isPremiere } from './premiere-acts.ts'
import { countVotes, nextSortKey, proposalsOf, queueOf, votesToSkip, withNext } from './queue.ts'
import type { Change, Command, Entry, Happened, Room } from './room.ts'

type CommandOf<Name extends Command['name']> = Extract<Command, { name: Name }>

/** The time of a command, and the time at which a playback that it starts begins. */
export interface CommandTimes {
  now: number
  begin: number
}

/**
 * Runs a command of a member.
 * @throws Refused `notInRoom`, `premiereRuns`, `notYourRoom`, `votesDecide`, `noVotesHere`, `roomQueueFull`,
 * `hostNotHere`
 */
export function runCommand(room: Room, userId: string, command: Command, times: CommandTimes): Change {
  if (!room.people.some((one) => one.userId === userId)) throw new Refused(notInRoom)
  checkMay(room, userId, command)
  switch (command.name) {
    case 'play':
    case 'pause':
    case 'seek':
    case 'next':
      return changePlayback(room, userId, command, times)
    case 'add':
      return add(room, userId, command, times)
    case 'accept':
      return accept(room, userId, command, times)
    case 'remove':
      return remove(room, userId, command, times)
    case 'move':
      return move(room, command)
    case 'vote':
    case 'voteSkip':
      return vote(room, userId, command)
    default:
      return changeSettings(room, userId, command, times)
  }
}

function changeSettings(
  room: Room,
  userId: string,
  command: CommandOf<'mode' | 'rename' | 'host' | 'access'>,
  times: CommandTimes,
): Change {
  if (command.name === 'mode') return changeMode(room, userId, command, times)
  if (command.name === 'host') return changeHost(room, command)
  if (command.name === 'access') return changeAccess(room, userId, command)
  const { roomName } = command
  if (room.name === roomName) return nothing(room, true)
  return done({ ...room, name: roomName }, [{ name: 'renamed', by: userId, roomName }])
}

/**
 * Opens the room to all, or limits it to invited members and those who were in it. The code of earlier invitations is
 * no longer valid.
 */
function changeAccess(room: Room, userId: string, { isInviteOnly, newCode }: CommandOf<'access'>): Change {
  if ((room.inviteCode !== null) === isInviteOnly) return nothing(room, true)
  return done({ ...room, inviteCode: isInviteOnly ? newCode : null }, [
    { name: 'access', by: userId, isInviteOnly },
  ])
}

const nothing = (room: Room, isApplied = false): Change => ({ room, isApplied, happened: [] })
const done = (room: Room, happened: readonly Happened[] = []): Change => ({ room, isApplied: true, happened })

function checkMay(room: Room, userId: string, command: Command): void {
  if (isPremiere(room)) throw new Refused(premiereRuns)
  if (command.name === 'vote' || command.name === 'voteSkip') {
    if (room.mode !== 'vote') throw new Refused(noVotesHere)
    return
  }
  if (command.name === 'add' || userId === room.hostId) {
    // Where votes decide, the host may only stop the playback and let it go on.
    if (room.mode === 'vote' && ['seek', 'next', 'move'].includes(command.name))
      throw new Refused(votesDecide)
    return
  }
  if (['mode', 'rename', 'host', 'access', 'accept'].includes(command.name)) throw new Refused(notYourRoom)
  if (room.mode === 'all') return
  const isOwn =
    command.name === 'remove' &&
    room.entries.some(
      ({ id, addedBy }) => id === command.entryId && id !== room.entryId && addedBy === userId,
    )
  if (!isOwn) throw new Refused(room.mode === 'vote' ? votesDecide : notYourRoom)
}

/** Whether another member has changed the playback since the revision that the sender has seen. */
function isOvertaken(room: Room, userId: string, seen: number): boolean {
  return room.playedBy !== null && room.playedBy !== userId && room.playedRevision > seen
}

function changePlayback(
  room: Room,
  userId: string,
  command: CommandOf<'play' | 'pause' | 'seek' | 'next'>,
  { now, begin }: CommandTimes,
): Change {
  const { entryId } = command
  const current = room.entries.find(({ id }) => id === room.entryId)
  if (current === undefined || entryId !== current.id || isOvertaken(room, userId, command.revision))
    return nothing(room)
  const line = { by: userId, entryId }
  if (command.name === 'next') return done(withNext(room, begin, userId), [{ name: 'skipped', ...line }])
  const changed = { ...room, playedBy: userId, playedRevision: room.revision + 1 }
  if (command.name === 'seek') {
    const positionMs = Math.min(command.positionMs, current.durationMs)
    const at = room.isPlaying ? begin : now
    return done({ ...changed, positionMs, at }, [{ name: 'sought', ...line, positionMs }])
  }
  const isPlaying = command.name === 'play'
  if (room.isPlaying === isPlaying) return nothing(room, true)
  const passed = room.isPlaying ? Math.max(0, now - room.at) : 0
  const positionMs = Math.min(room.positionMs + passed, current.durationMs)
  return done({ ...changed, isPlaying, positionMs, at: isPlaying ? begin : now }, [
    { name: isPlaying ? 'resumed' : 'paused', ...line },
  ])
}

/** Begins with the first entry of the queue when there is no current entry. */
function begun(room: Room, { begin }: CommandTimes): Room {
  return room.entryId === null && queueOf(room).length > 0 ? withNext(room, begin, null) : room
}

function add(room: Room, userId: string, { entries }: CommandOf<'add'>, times: CommandTimes): Change {
  const first = nextSortKey(room)
  const isProposal = room.mode === 'host' && userId !== room.hostId
  const isNew = ({ id }: { id: string }) => !room.entries.some((entry) => entry.id === id)
  const added: Entry[] = entries
    .filter(isNew)
    .slice(0, Math.max(0, ROOM_ENTRIES_MAX - room.entries.length))
    .map(({ id, trackId, videoId, durationMs }, index) => ({
      id,
      trackId,
      videoId,
      durationMs,
      addedBy: userId,
      sortKey: first + index,
      isProposal,
    }))
  const [one] = added
  if (one === undefined) throw new Refused(roomQueueFull)
  const line = { by: userId, entryId: one.id, count: added.length }
  return done(begun({ ...room, entries: [...room.entries, ...added] }, times), [
    { name: isProposal ? 'proposed' : 'added', ...line },
  ])
}

function accept(room: Room, userId: string, { entryId }: CommandOf<'accept'>, times: CommandTimes): Change {
  if (!proposalsOf(room).some(({ id }) => id === entryId)) return nothing(room)
  const sortKey = nextSortKey(room)
  const entries = room.entries.map((entry) =>
    entry.id === entryId ? { ...entry, isProposal: false, sortKey } : entry,
  )
  return done(begun({ ...room, entries }, times), [{ name: 'accepted', by: userId, entryId }])
}

function remove(
  room: Room,
  userId: string,
  { entryId }: CommandOf<'remove'>,
  { begin }: CommandTimes,
): Change {
  if (!room.entries.some(({ id }) => id === entryId)) return nothing(room)
  const happened: Happened[] = [{ name: 'removed', by: userId, entryId }]
  if (entryId === room.entryId) return done(withNext(room, begin, userId), happened)
  const votes = room.votes.filter((one) => one.entryId !== entryId)
  return done({ ...room, entries: room.entries.filter(({ id }) => id !== entryId), votes }, happened)
}

function move(room: Room, { entryId, after }: CommandOf<'move'>): Change {
  const queue = queueOf(room)
  const moved = queue.find(({ id }) => id === entryId)
  const others = queue.filter(({ id }) => id !== entryId)
  const index = after === null ? 0 : others.findIndex(({ id }) => id === after) + 1
  if (moved === undefined || (after !== null && index === 0)) return nothing(room)
  const keys = new Map(others.toSpliced(index, 0, moved).map(({ id }, at) => [id, at + 1]))
  const entries = room.entries.map((entry) => ({ ...entry, sortKey: keys.get(entry.id) ?? entry.sortKey }))
  // Proposals and the current entry keep their keys; those of the queue begin at 1 in the new order.
  return done({ ...room, entries })
}

function vote(room: Room, userId: string, command: CommandOf<'vote' | 'voteSkip'>): Change {
  const { entryId, isFor } = command
  const isCurrent = entryId === room.entryId
  if (isCurrent !== (command.name === 'voteSkip')) return nothing(room)
  if (!room.entries.some(({ id }) => id === entryId)) return nothing(room)
  const others = room.votes.filter((one) => one.entryId !== entryId || one.userId !== userId)
  if (others.length < room.votes.length === isFor) return nothing(room, true)
  const voted = { ...room, votes: isFor ? [...others, { entryId, userId }] : others }
  if (isCurrent) {
    const line = { by: userId, entryId, votes: countVotes(voted, entryId), needed: votesToSkip(voted) }
    return done(voted, isFor ? [{ name: 'skipVotes', ...line }] : [])
  }
  const [before] = queueOf(room)
  const [first] = queueOf(voted)
  const leads = first !== undefined && first.id !== before?.id
  return done(voted, leads ? [{ name: 'leads', by: userId, entryId: first.id }] : [])
}

function changeMode(room: Room, userId: string, { mode }: CommandOf<'mode'>, times: CommandTimes): Change {
  if (mode === room.mode) return nothing(room, true)
  // The order that votes have made is kept. In modes in which the host does not decide, proposals join the queue.
  const order = [...queueOf(room), ...(mode === 'host' ? [] : proposalsOf(room))]
  const keys = new Map(order.map(({ id }, index) => [id, index + 1]))
  const entries = room.entries.map((entry) => {
    const sortKey = keys.get(entry.id)
    return sortKey === undefined ? entry : { ...entry, sortKey, isProposal: false }
  })
  return done(begun({ ...room, mode, entries, votes: [] }, times), [{ name: 'mode', by: userId, mode }])
}

function changeHost(room: Room, { userId }: CommandOf<'host'>): Change {
  if (!room.people.some((one) => one.userId === userId)) throw new Refused(hostNotHere)
  if (room.hostId === userId) return nothing(room, true)
  return done({ ...room, hostId: userId }, [{ name: 'host', by: userId, wasLongest: false }])
}
