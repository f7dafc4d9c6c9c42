import {
  PREMIERE_PEOPLE_MAX,
  premiereFull,
  ROOM_ENDS_AFTER_MS,
  ROOM_LEAD_MS,
  ROOM_PEOPLE_MAX,
  roomEnded,
  roomFull,
} from '@tonarchiv/contract/rooms'
import { Refused } from '#platform/refused.ts'
import { type CommandTimes, runCommand } from './commands.ts'
import { announceAgain, begin, callOff, hasBegun, isPremiere } from './premiere-acts.ts'
import { advanced, countVotes, votesToSkip, withNext } from './queue.ts'
import type { Act, Change, Happened, Room } from './room.ts'

/** The room with these people. If the host is not among them, the one who has been there longest becomes host. */
function withPeople(room: Room, people: Room['people'], now: number): Room {
  const isHostHere = isPremiere(room) || people.some(({ userId }) => userId === room.hostId)
  const here = new Set(people.map(({ userId }) => userId))
  return {
    ...room,
    people,
    votes: room.votes.filter(({ userId }) => here.has(userId)),
    hostId: isHostHere ? room.hostId : (people[0]?.userId ?? null),
    emptySince: people.length === 0 ? (room.emptySince ?? now) : null,
  }
}

function join(room: Room, userId: string, now: number): Change {
  if (room.people.some((one) => one.userId === userId)) return { room, isApplied: true, happened: [] }
  if (room.people.length >= (isPremiere(room) ? PREMIERE_PEOPLE_MAX : ROOM_PEOPLE_MAX))
    throw new Refused(isPremiere(room) ? premiereFull : roomFull)
  const joined = withPeople(room, [...room.people, { userId, joinedAt: now }], now)
  // No event is returned: an event for each of a thousand members who join at once would mean a million messages.
  if (isPremiere(room)) return { room: joined, isApplied: true, happened: [] }
  return { room: joined, isApplied: true, happened: [{ name: 'joined', by: userId }] }
}

function leave(room: Room, userId: string, now: number): Change {
  const people = room.people.filter((one) => one.userId !== userId)
  if (people.length === room.people.length) return { room, isApplied: false, happened: [] }
  const left = withPeople(room, people, now)
  if (isPremiere(room)) return { room: left, isApplied: true, happened: [] }
  const happened: Happened[] = [{ name: 'left', by: userId }]
  if (left.hostId !== null && left.hostId !== room.hostId)
    happened.push({ name: 'host', by: left.hostId, wasLongest: true })
  return { room: left, isApplied: true, happened }
}

/** Removes a member whose account was deleted. The seat and the votes of the account are already deleted. */
function forget(room: Room, userId: string, now: number): Change {
  const people = room.people.filter((one) => one.userId !== userId)
  const left = withPeople(room, people, now)
  const happened: Happened[] =
    left.hostId === null || left.hostId === room.hostId
      ? []
      : [{ name: 'host', by: left.hostId, wasLongest: true }]
  return { room: left, isApplied: true, happened }
}

function pass(room: Room, now: number, endsAfterMs: number): Change {
  const isHostGone =
    !isPremiere(room) && room.people.length > 0 && !room.people.some(({ userId }) => userId === room.hostId)
  // When an account was deleted, its member is no longer among the people, although there was no `leave`.
  if (isHostGone || (room.people.length === 0 && room.emptySince === null)) {
    const left = withPeople(room, room.people, now)
    const happened: Happened[] =
      left.hostId === null ? [] : [{ name: 'host', by: left.hostId, wasLongest: true }]
    return { room: left, isApplied: true, happened }
  }
  const isWaiting = isPremiere(room) && !hasBegun(room)
  if (isWaiting || room.emptySince === null || room.emptySince + endsAfterMs > now)
    return { room, isApplied: false, happened: [] }
  const endedAt = room.emptySince + endsAfterMs
  return { room: { ...room, endedAt, isPlaying: false }, isApplied: true, happened: [] }
}

/** Skips the current entry when enough of those who are there want it. */
function skipByVotes(room: Room, begin: number): Room {
  if (room.mode !== 'vote' || room.entryId === null || room.people.length === 0) return room
  return countVotes(room, room.entryId) < votesToSkip(room) ? room : withNext(room, begin, null)
}

function afterAct(room: Room, act: Act, times: CommandTimes, endsAfterMs: number): Change {
  const { now } = times
  switch (act.type) {
    case 'join':
      return join(room, act.userId, now)
    case 'leave':
      return leave(room, act.userId, now)
    case 'forget':
      return forget(room, act.userId, now)
    case 'begin':
      return begin(room, act.entries, now)
    case 'callOff':
      return callOff(room, now)
    case 'announce':
      return announceAgain(room)
    case 'pass':
      return pass(room, now, endsAfterMs)
    default:
      return runCommand(room, act.userId, act.command, times)
  }
}

interface ChangeOptions {
  endsAfterMs?: number
  /** How long after the change a playback that it starts begins, in milliseconds. */
  leadMs?: number
}

/**
 * Changes a room at a time of the rooms' clock. It has no side effects, so every process comes to the same result.
 * @throws Refused when the member may not do this
 */
export function changeRoom(
  before: Room,
  act: Act,
  now: number,
  { endsAfterMs = ROOM_ENDS_AFTER_MS, leadMs = ROOM_LEAD_MS }: ChangeOptions = {},
): Change {
  if (before.endedAt !== null && act.type !== 'announce') {
    if (act.type === 'join' || act.type === 'command') throw new Refused(roomEnded)
    return { room: before, isApplied: false, happened: [] }
  }
  const times = { now, begin: now + leadMs }
  const change = afterAct(advanced(before, now), act, times, endsAfterMs)
  const room = skipByVotes(change.room, times.begin)
  return { ...change, room: room === before ? before : { ...room, revision: before.revision + 1 } }
}
