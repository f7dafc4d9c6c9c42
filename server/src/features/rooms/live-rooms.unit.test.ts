import type { RoomPerson } from '@tonarchiv/contract/rooms'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLiveRooms } from './live-rooms.ts'
import type { Room } from './room.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const room: Room = {
  id: 'room',
  kind: 'music',
  revision: 1,
  name: 'Nachtschicht',
  mode: 'all',
  hostId: 'mila',
  inviteCode: null,
  entryId: 'a',
  isPlaying: true,
  positionMs: 0,
  at: 0,
  playedBy: null,
  playedRevision: 1,
  playedCount: 1,
  createdAt: 0,
  emptySince: null,
  endedAt: null,
  entries: [
    {
      id: 'a',
      trackId: null,
      videoId: null,
      durationMs: 1000.4,
      addedBy: 'mila',
      sortKey: 1,
      isProposal: false,
    },
  ],
  votes: [],
  people: [{ userId: 'mila', joinedAt: 0 }],
}

/** A process with one tab that follows the room. Its clock has whole milliseconds and may be behind the timers. */
function openProcess(behindMs: number, { isFollowed = true } = {}) {
  const begun = Date.now()
  const now = () => Date.now() - begun - behindMs
  const ends: number[] = []
  const sent: unknown[] = []
  const tab = { holder: { userId: 'mila' } }
  const tabs = isFollowed ? [tab] : []
  const live = openLiveRooms({
    sockets: { send: (_tab, frame) => sent.push(JSON.parse(frame.toString().replace(/^[^{]*/, ''))) },
    followersOf: () => tabs,
    forget: () => {},
    peopleOf: ({ people }) => people.map(({ userId: id }) => personOf(id)),
    now,
    entryEnded: () => ends.push(now()),
  })
  live.show(room)
  const follow = () => {
    tabs.push(tab)
    live.welcome(tab, room.id)
  }
  return { ends, live, sent, follow }
}

const personOf = (id: string): RoomPerson => ({
  id,
  username: id,
  displayName: id,
  photoURL: null,
  sound: 'on',
  joinedAt: '',
})

test.each([0, 3])('the end of an entry is never written too early, with a clock %i ms behind', (behindMs) => {
  const { ends, live } = openProcess(behindMs)
  vi.advanceTimersByTime(1500)
  expect(ends).toEqual([1001])
  live.close()
})

test('the end of an entry is written again when that has failed, until another state is known', () => {
  const { ends, live } = openProcess(0)
  vi.advanceTimersByTime(2500)
  expect(ends).toHaveLength(2)
  live.show({ ...room, revision: 2, entryId: null, isPlaying: false, entries: [] })
  vi.advanceTimersByTime(5000)
  expect(ends).toHaveLength(2)
  live.close()
})

test('a tab that has just begun to follow a room gets to know who leaves it next', () => {
  const { live, sent, follow } = openProcess(0, { isFollowed: false })
  const people = ['mila', 'okan'].map((userId) => ({ userId, joinedAt: 0 }))
  live.show({ ...room, revision: 2, people })
  follow()
  live.show({ ...room, revision: 3 })
  vi.advanceTimersByTime(5000)
  expect(sent).toMatchObject([
    { type: 'roomChanged', revision: 2 },
    { type: 'roomPeople', full: true, people: [{ id: 'mila' }, { id: 'okan' }] },
    { type: 'roomChanged', revision: 3 },
    { type: 'roomPeople', left: ['okan'] },
  ])
  live.close()
})
