import { RoomCommand } from '@tonarchiv/contract/rooms'
import { describe, expect, test } from 'vitest'
import { expectedAfter } from './expected.ts'
import { MARA, roomOf, TOM } from './made-room.ts'
import { rightsIn } from './rights.ts'
import {
  currentEntry,
  eventsReceived,
  nextEntry,
  peopleReceived,
  roomRead,
  stateReceived,
  unreadEntries,
  type RoomData,
} from './room-data.ts'

const idsOf = ({ state }: RoomData) => state.queue.map(({ id, isProposal }) => (isProposal ? `${id}?` : id))
const by = { id: TOM, username: 'tom', displayName: 'Tom', photoURL: null }
const joinedAt = (id: string, second: number) => ({
  name: 'joined' as const,
  id,
  at: `2026-11-24T04:00:0${second}.000Z`,
  by,
})

describe('what the server sends', () => {
  test('a state replaces an older one only', () => {
    const room = roomRead(roomOf({ revision: 4 }))
    expect(stateReceived(room, roomOf({ revision: 4, name: 'Gleich' }).state)).toBe(room)
    expect(stateReceived(room, roomOf({ revision: 5, name: 'Neu' }).state).state.name).toBe('Neu')
    expect(stateReceived(room, roomOf({ roomId: 'room-2', revision: 6 }).state)).toBe(room)
  })

  test('an answer that is older than the last state keeps that state, and adds its entries', () => {
    const room = roomRead(roomOf({ revision: 4, entries: ['b', 'c'] }))
    const read = roomRead(roomOf({ revision: 3, entries: ['a', 'b'] }), room)
    expect(read.state.playback.entryId).toBe('b')
    expect([...read.entries.keys()]).toEqual(['c', 'a', 'b'])
  })

  test('earlier entries are kept for lines that name them, within a limit', () => {
    let room = roomRead(roomOf({ entries: ['first'] }))
    room = roomRead(roomOf({ revision: 2, entries: ['a'] }), room)
    expect(room.entries.has('first')).toBe(true)
    for (let index = 0; index < 700; index += 1)
      room = roomRead(roomOf({ revision: 3 + index, entries: [`e${index}`] }), room)
    expect([room.entries.size, room.entries.has('first'), room.entries.has('e699')]).toEqual([
      600,
      false,
      true,
    ])
  })

  test('lines arrive once, in the order of their times', () => {
    const room = roomRead(roomOf({}, [joinedAt('1', 1), joinedAt('3', 3)]))
    const { events } = eventsReceived(room, [joinedAt('3', 3), joinedAt('2', 2)])
    expect(events.map(({ id }) => id)).toEqual(['1', '2', '3'])
  })

  test('people come, change and leave', () => {
    const room = roomRead(roomOf())
    const [mara, tom] = room.people
    if (!mara || !tom) throw new Error('Two people are in the room')
    const lene = { ...tom, id: 'user-lene' }
    const changed = peopleReceived(room, { people: [{ ...tom, sound: 'off' }, lene], left: [MARA] })
    expect(changed.people.map(({ id, sound }) => `${id} ${sound}`)).toEqual([`${TOM} off`, 'user-lene on'])
    expect(peopleReceived(changed, { full: true, people: [mara], left: [] }).people).toEqual([mara])
  })

  test('the next entry is no proposal, and entries that were not read are known as such', () => {
    const queue = [
      { id: 'b', votes: 0, isProposal: true },
      { id: 'c', votes: 0, isProposal: false },
    ]
    const room = roomRead(roomOf({ queue }))
    expect([currentEntry(room)?.id, nextEntry(room)?.id, unreadEntries(room)]).toEqual(['a', 'c', 'none'])
    const { state } = roomOf({ revision: 2, entries: ['a', 'new'] })
    expect(unreadEntries(stateReceived(room, state))).toBe('others')
    const playsNew = roomOf({ revision: 2, entries: ['new'] }).state
    expect(unreadEntries(stateReceived(room, playsNew))).toBe('current')
  })
})

describe('what a command will probably change', () => {
  const NOW = 1_000_000
  const playback = { entryId: 'a', isPlaying: true, positionMs: 10_000, at: NOW - 5000 }
  const room = roomRead(roomOf({ playback }))
  const after = (command: object, from = room) =>
    expectedAfter(from, RoomCommand.parse({ revision: 1, ...command }), NOW)

  test('play, pause, seek and next', () => {
    const paused = after({ name: 'pause', entryId: 'a' })
    expect(paused.state.playback).toEqual({ entryId: 'a', isPlaying: false, positionMs: 15_000, at: NOW })
    const resumed = after({ name: 'play', entryId: 'a' }, paused)
    expect(resumed.state.playback).toMatchObject({ isPlaying: true, positionMs: 15_000 })
    expect(resumed.state.playback.at).toBeGreaterThan(NOW)
    const sought = after({ name: 'seek', entryId: 'a', positionMs: 60_000 })
    expect(sought.state.playback).toMatchObject({ isPlaying: true, positionMs: 60_000 })
    const next = after({ name: 'next', entryId: 'a' })
    expect([next.state.playback.entryId, idsOf(next)]).toEqual(['b', ['c']])
    expect(after({ name: 'next', entryId: 'b' })).toBe(room)
    const last = roomRead(roomOf({ entries: ['a'] }))
    expect(after({ name: 'next', entryId: 'a' }, last).state.playback).toMatchObject({
      entryId: null,
      isPlaying: false,
    })
  })

  test('the order of the queue; proposals stay behind it', () => {
    const queue = ['b', 'c', 'd'].map((id) => ({ id, votes: 0, isProposal: id === 'd' }))
    const proposed = roomRead(roomOf({ entries: ['a', 'b', 'c', 'd'], queue }))
    expect(idsOf(after({ name: 'remove', entryId: 'b' }, proposed))).toEqual(['c', 'd?'])
    expect(idsOf(after({ name: 'move', entryId: 'c', after: null }, proposed))).toEqual(['c', 'b', 'd?'])
    expect(idsOf(after({ name: 'move', entryId: 'b', after: 'c' }, proposed))).toEqual(['c', 'b', 'd?'])
    expect(idsOf(after({ name: 'move', entryId: 'b', after: 'gone' }, proposed))).toEqual(['b', 'c', 'd?'])
    expect(idsOf(after({ name: 'accept', entryId: 'd' }, proposed))).toEqual(['b', 'c', 'd'])
  })

  test('votes count once', () => {
    const voted = after({ name: 'vote', entryId: 'b', isFor: true })
    expect(voted.state.queue[0]).toMatchObject({ id: 'b', votes: 1 })
    expect(after({ name: 'vote', entryId: 'b', isFor: true }, voted)).toBe(voted)
    expect(after({ name: 'vote', entryId: 'b', isFor: false }, voted).state.queue[0]?.votes).toBe(0)
    const skipped = after({ name: 'voteSkip', entryId: 'a', isFor: true })
    expect([skipped.state.skip.votes, skipped.entries.get('a')?.hasOwnVote]).toEqual([1, true])
  })

  test('name, mode and host', () => {
    expect(after({ name: 'rename', roomName: 'Kellerfunk' }).state.name).toBe('Kellerfunk')
    expect(after({ name: 'mode', mode: 'vote' }).state.mode).toBe('vote')
    expect(after({ name: 'host', userId: TOM }).state.hostId).toBe(TOM)
  })
})

test('who may do what follows from the mode and the host', () => {
  const rights = (mode: 'host' | 'all' | 'vote', userId: string) => {
    const { mayPlay, maySteer, mayVote, maySettle, onlyProposes } = rightsIn({ mode, hostId: MARA }, userId)
    return { mayPlay, maySteer, mayVote, maySettle, onlyProposes }
  }
  const none = { mayPlay: false, maySteer: false, mayVote: false, maySettle: false, onlyProposes: false }
  expect(rights('all', TOM)).toEqual({ ...none, mayPlay: true, maySteer: true })
  expect(rights('host', TOM)).toEqual({ ...none, onlyProposes: true })
  expect(rights('host', MARA)).toEqual({ ...none, mayPlay: true, maySteer: true, maySettle: true })
  expect(rights('vote', TOM)).toEqual({ ...none, mayVote: true })
  expect(rights('vote', MARA)).toEqual({ ...none, mayPlay: true, mayVote: true, maySettle: true })
})
