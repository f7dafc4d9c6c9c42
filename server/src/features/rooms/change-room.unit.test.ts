import { PREMIERE_LEAD_MS, ROOM_ENTRIES_MAX, ROOM_LEAD_MS, ROOM_PEOPLE_MAX } from '@tonarchiv/contract/rooms'
import { describe, expect, test } from 'vitest'
import { Refused } from '#platform/refused.ts'
import { changeRoom } from './change-room.ts'
import { advanced, countVotes, endOf, proposalsOf, queueOf, votesToSkip } from './queue.ts'
import { waitingRoom } from './premiere-acts.ts'
import type { Act, Change, Command, Room } from './room.ts'

const START = 1_700_000_000_000

const entry = (id: string, durationMs = 60_000) => ({
  id,
  trackId: `track-${id}`,
  videoId: null,
  durationMs,
})

function roomOf(given: Partial<Room> = {}): Room {
  const ids = ['a', 'b', 'c']
  return {
    id: 'room',
    kind: 'music',
    revision: 1,
    name: 'Nachtschicht',
    mode: 'all',
    hostId: 'host',
    inviteCode: null,
    entryId: 'a',
    isPlaying: true,
    positionMs: 0,
    at: START,
    playedBy: null,
    playedRevision: 1,
    playedCount: 1,
    createdAt: START,
    emptySince: null,
    endedAt: null,
    entries: ids.map((id, index) => ({
      id,
      trackId: `track-${id}`,
      videoId: null,
      durationMs: 60_000,
      addedBy: 'host',
      sortKey: index + 1,
      isProposal: false,
    })),
    votes: [],
    people: ['host', 'mila', 'okan'].map((userId, index) => ({ userId, joinedAt: START + index })),
    ...given,
  }
}

const now = START + 10_000

function run(room: Room, userId: string, command: Command, at = now): Change {
  return changeRoom(room, { type: 'command', userId, command }, at)
}

function codeOf(work: () => unknown): string {
  try {
    work()
    return 'nothing'
  } catch (error) {
    if (error instanceof Refused) return error.refusal.code
    throw error
  }
}

const queued = (room: Room) => queueOf(room).map(({ id }) => id)

describe('two who press at once get one result', () => {
  test('a second next for the same entry has no effect', () => {
    const first = run(roomOf(), 'mila', { name: 'next', revision: 1, entryId: 'a' })
    const second = run(first.room, 'okan', { name: 'next', revision: 1, entryId: 'a' })
    expect(first.room).toMatchObject({ entryId: 'b', at: now + ROOM_LEAD_MS, positionMs: 0, revision: 2 })
    expect(second.isApplied).toBe(false)
    expect(second.room).toBe(first.room)
  })

  test('of a pause and a seek that have seen the same revision the first counts', () => {
    const first = run(roomOf(), 'mila', { name: 'pause', revision: 1, entryId: 'a' })
    const second = run(first.room, 'okan', { name: 'seek', revision: 1, entryId: 'a', positionMs: 5 })
    expect(first.room).toMatchObject({ isPlaying: false, positionMs: 10_000, at: now })
    expect(second.room).toBe(first.room)
    const later = run(first.room, 'okan', { name: 'seek', revision: 2, entryId: 'a', positionMs: 5 })
    expect(later.room).toMatchObject({ isPlaying: false, positionMs: 5 })
  })

  test('a member may press again before the first answer has arrived', () => {
    const first = run(roomOf(), 'mila', { name: 'seek', revision: 1, entryId: 'a', positionMs: 30_000 })
    const second = run(first.room, 'mila', { name: 'seek', revision: 1, entryId: 'a', positionMs: 20_000 })
    expect(second.room.positionMs).toBe(20_000)
  })
})

test('a playback that a command starts begins later by the given time', () => {
  const paused = roomOf({ isPlaying: false, at: START })
  const silent = roomOf({ entryId: null, isPlaying: false, entries: [] })
  const voting = roomOf({ mode: 'vote', people: [{ userId: 'mila', joinedAt: START }] })
  const commands: [Room, Command][] = [
    [paused, { name: 'play', revision: 1, entryId: 'a' }],
    [roomOf(), { name: 'seek', revision: 1, entryId: 'a', positionMs: 5000 }],
    [roomOf(), { name: 'next', revision: 1, entryId: 'a' }],
    [roomOf(), { name: 'remove', revision: 1, entryId: 'a' }],
    [silent, { name: 'add', revision: 1, entries: [entry('d')] }],
    [voting, { name: 'voteSkip', revision: 1, entryId: 'a', isFor: true }],
  ]
  for (const [room, command] of commands) {
    const act: Act = { type: 'command', userId: 'mila', command }
    const after = changeRoom(room, act, now, { leadMs: 160 }).room
    expect([command.name, after.isPlaying, after.at - now]).toEqual([command.name, true, 160])
  }
})

describe('the end of an entry', () => {
  test('the next one begins when the last one ended, however late that is noticed', () => {
    const late = START + 130_000
    expect(advanced(roomOf(), late)).toMatchObject({ entryId: 'c', at: START + 120_000, isPlaying: true })
    expect(advanced(roomOf(), START + 200_000)).toMatchObject({
      entryId: null,
      isPlaying: false,
      entries: [],
    })
  })

  test('what is added when nothing is left begins at once', () => {
    const silent = advanced(roomOf(), START + 200_000)
    const { room } = run(silent, 'okan', { name: 'add', revision: 1, entries: [entry('d')] }, START + 200_000)
    expect(room).toMatchObject({ entryId: 'd', isPlaying: true, at: START + 200_000 + ROOM_LEAD_MS })
  })
})

describe('who may do what', () => {
  const entryId = 'b'
  const commands: Record<string, Command> = {
    play: { name: 'play', revision: 1, entryId: 'a' },
    pause: { name: 'pause', revision: 1, entryId: 'a' },
    seek: { name: 'seek', revision: 1, entryId: 'a', positionMs: 1 },
    next: { name: 'next', revision: 1, entryId: 'a' },
    add: { name: 'add', revision: 1, entries: [entry('d')] },
    accept: { name: 'accept', revision: 1, entryId },
    remove: { name: 'remove', revision: 1, entryId },
    move: { name: 'move', revision: 1, entryId, after: 'c' },
    vote: { name: 'vote', revision: 1, entryId, isFor: true },
    voteSkip: { name: 'voteSkip', revision: 1, entryId: 'a', isFor: true },
    mode: { name: 'mode', revision: 1, mode: 'host' },
    rename: { name: 'rename', revision: 1, roomName: 'Blechschaden' },
    host: { name: 'host', revision: 1, userId: 'mila' },
    access: { name: 'access', revision: 1, isInviteOnly: true, newCode: 'code' },
  }
  const allowedIn = (room: Room, userId: string) =>
    Object.entries(commands)
      .filter(([, command]) => codeOf(() => run(room, userId, command)) === 'nothing')
      .map(([name]) => name)
  const allowed = (mode: Room['mode'], userId: string) => allowedIn(roomOf({ mode }), userId)
  const own = ['accept', 'mode', 'rename', 'host', 'access']
  const steering = ['play', 'pause', 'seek', 'next', 'add', 'remove', 'move']

  test.each<[Room['mode'], string, string[]]>([
    ['host', 'host', [...steering, ...own]],
    ['host', 'mila', ['add']],
    ['all', 'host', [...steering, ...own]],
    ['all', 'mila', steering],
    ['vote', 'host', ['play', 'pause', 'add', 'remove', 'vote', 'voteSkip', ...own]],
    ['vote', 'mila', ['add', 'vote', 'voteSkip']],
    ['all', 'outsider', []],
  ])('in the mode %s %s may do this', (mode, userId, names) => {
    expect(new Set(allowed(mode, userId))).toEqual(new Set(names))
  })

  test('what others add is a proposal until the host accepts it, and its author may take it back', () => {
    const before = roomOf({ mode: 'host' })
    const { room } = run(before, 'mila', { name: 'add', revision: 1, entries: [entry('d')] })
    expect([queued(room), proposalsOf(room).map(({ id }) => id)]).toEqual([['b', 'c'], ['d']])
    expect(advanced(room, START + 1_000_000).entries.map(({ id }) => id)).toEqual(['d'])
    const accepted = run(room, 'host', { name: 'accept', revision: 2, entryId: 'd' })
    expect(queued(accepted.room)).toEqual(['b', 'c', 'd'])
    const removed = run(room, 'mila', { name: 'remove', revision: 2, entryId: 'd' })
    expect(proposalsOf(removed.room)).toEqual([])
    const opened = run(room, 'host', { name: 'mode', revision: 2, mode: 'all' })
    expect(queued(opened.room)).toEqual(['b', 'c', 'd'])
  })

  test('a host who hands over is a member like others', () => {
    const act: Command = { name: 'host', revision: 1, userId: 'mila' }
    const { room, isApplied, happened } = run(roomOf({ mode: 'host' }), 'host', act)
    expect([room.hostId, isApplied]).toEqual(['mila', true])
    expect(happened).toEqual([{ name: 'host', by: 'mila', wasLongest: false }])
    // Each member may remove what they have added.
    expect(new Set(allowedIn(room, 'host'))).toEqual(new Set(['add', 'remove']))
    expect(new Set(allowedIn(room, 'mila'))).toEqual(new Set(allowed('host', 'host')))
  })

  test('the host can only be a member who is there', () => {
    const command: Command = { name: 'host', revision: 1, userId: 'outsider' }
    expect(codeOf(() => run(roomOf(), 'host', command))).toBe('ROOM_HOST_NOT_HERE')
  })
})

test('invitations of a room that was open to all in between are no longer valid', () => {
  const access = (room: Room, isInviteOnly: boolean, newCode: string) =>
    run(room, 'host', { name: 'access', revision: 1, isInviteOnly, newCode }).room
  const closed = access(roomOf(), true, 'one')
  expect(closed.inviteCode).toBe('one')
  expect(access(closed, true, 'two').inviteCode).toBe('one')
  const open = access(closed, false, 'two')
  expect(open.inviteCode).toBeNull()
  expect(access(open, true, 'three').inviteCode).toBe('three')
})

describe('votes', () => {
  const voting = () => roomOf({ mode: 'vote' })
  const vote = (room: Room, userId: string, entryId: string, isFor = true) =>
    run(room, userId, { name: entryId === room.entryId ? 'voteSkip' : 'vote', revision: 1, entryId, isFor })

  test('they order the queue, and each counts once', () => {
    const once = vote(voting(), 'mila', 'c')
    expect(queued(once.room)).toEqual(['c', 'b'])
    expect(once.happened).toEqual([{ name: 'leads', by: 'mila', entryId: 'c' }])
    expect(vote(once.room, 'mila', 'c').room).toBe(once.room)
    expect(queued(vote(once.room, 'mila', 'c', false).room)).toEqual(['b', 'c'])
  })

  test('more than half of those who are there skip, also when others leave', () => {
    const four = { ...voting(), people: [...voting().people, { userId: 'lene', joinedAt: START + 9 }] }
    const two = vote(vote(four, 'mila', 'a').room, 'okan', 'a')
    expect(two.room.entryId).toBe('a')
    expect(vote(two.room, 'lene', 'a').room).toMatchObject({ entryId: 'b', votes: [] })
    expect(changeRoom(two.room, { type: 'leave', userId: 'lene' }, now).room.entryId).toBe('b')
  })
})

describe('people', () => {
  test('when the host leaves, the member who has been there longest takes over', () => {
    const { room, happened } = changeRoom(roomOf(), { type: 'leave', userId: 'host' }, now)
    expect(room.hostId).toBe('mila')
    expect(happened).toContainEqual({ name: 'host', by: 'mila', wasLongest: true })
  })

  test('a room ends a while after the last has left, unless someone comes back', () => {
    let { room } = changeRoom(roomOf(), { type: 'leave', userId: 'host' }, now)
    for (const userId of ['mila', 'okan']) room = changeRoom(room, { type: 'leave', userId }, now).room
    expect(room).toMatchObject({ emptySince: now, hostId: null, endedAt: null })
    expect(changeRoom(room, { type: 'pass' }, now + 599_999).room.endedAt).toBeNull()
    const back = changeRoom(room, { type: 'join', userId: 'okan' }, now + 599_999).room
    expect(changeRoom(back, { type: 'pass' }, now + 600_000).room.endedAt).toBeNull()
    const ended = changeRoom(room, { type: 'pass' }, now + 600_000).room
    expect(ended.endedAt).toBe(now + 600_000)
    expect(codeOf(() => changeRoom(ended, { type: 'join', userId: 'okan' }, now + 700_000))).toBe(
      'ROOM_ENDED',
    )
  })

  test('a room is full with its largest number of members', () => {
    const people = Array.from({ length: ROOM_PEOPLE_MAX }, (_, index) => ({
      userId: `member-${index}`,
      joinedAt: START + index,
    }))
    const full = roomOf({ hostId: 'member-0', people })
    expect(codeOf(() => changeRoom(full, { type: 'join', userId: 'new' }, now))).toBe('ROOM_FULL')
    expect(changeRoom(full, { type: 'join', userId: 'member-3' }, now).room).toBe(full)
  })
})

/** Numbers that look random and are the same in each run. Mulberry32. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const USERS = ['host', 'mila', 'okan', 'lene', 'nachtbus']
const MODES = ['host', 'all', 'vote'] as const

/** A random act, as a process may receive it: by any user, about any entry, with any earlier revision. */
function someAct(room: Room, next: (below: number) => number, count: number): Act {
  const pick = <T>(all: readonly T[], otherwise: T): T => all[next(all.length)] ?? otherwise
  const userId = pick(USERS, 'host')
  const entryId = pick([...room.entries.map(({ id }) => id), 'gone', room.entryId ?? 'gone'], 'gone')
  const about = { revision: Math.max(0, room.revision - next(4)), entryId }
  const isFor = next(3) > 0
  const commands: Command[] = [
    { name: 'play', ...about },
    { name: 'pause', ...about },
    { name: 'seek', ...about, positionMs: next(90_000) },
    { name: 'next', ...about },
    { name: 'add', revision: 0, entries: [entry(`n${count}`, 1000 + next(60_000)), entry(`m${count}`)] },
    { name: 'accept', ...about },
    { name: 'remove', ...about },
    {
      name: 'move',
      ...about,
      after:
        next(3) === 0
          ? null
          : pick(
              room.entries.map(({ id }) => id),
              'gone',
            ),
    },
    { name: 'vote', ...about, isFor },
    { name: 'voteSkip', ...about, isFor },
    { name: 'mode', revision: 0, mode: pick(MODES, 'all') },
    { name: 'host', revision: 0, userId: pick(USERS, 'host') },
    { name: 'access', revision: 0, isInviteOnly: isFor, newCode: `code ${count}` },
  ]
  const kind = next(10)
  if (kind === 0) return { type: 'join', userId }
  if (kind === 1) return { type: 'leave', userId }
  if (kind === 2) return { type: 'pass' }
  return { type: 'command', userId, command: pick(commands, { name: 'play', ...about }) }
}

/** Checks what must hold for every room, whatever has happened to it. */
function checkInvariants(room: Room, at: number): void {
  const ids = room.entries.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeLessThanOrEqual(ROOM_ENTRIES_MAX)
  expect(room.entryId === null || ids.includes(room.entryId)).toBe(true)
  expect(room.isPlaying && room.entryId === null).toBe(false)
  // The queue is empty when there is no current entry.
  expect(room.entryId === null && queueOf(room).length > 0).toBe(false)
  expect([...queueOf(room), ...proposalsOf(room)].length).toBe(ids.length - (room.entryId === null ? 0 : 1))
  expect(room.mode !== 'host' && proposalsOf(room).length > 0).toBe(false)
  const end = endOf(room)
  expect(end === undefined || end > at).toBe(true)
  const here = room.people.map(({ userId }) => userId)
  expect(new Set(here).size).toBe(here.length)
  expect(room.hostId === null).toBe(here.length === 0)
  expect(room.hostId === null || here.includes(room.hostId)).toBe(true)
  expect((room.emptySince === null) === here.length > 0).toBe(true)
  const votes = room.votes.map(({ entryId, userId }) => `${entryId} ${userId}`)
  expect(new Set(votes).size).toBe(votes.length)
  expect(room.votes.every(({ entryId, userId }) => ids.includes(entryId) && here.includes(userId))).toBe(true)
  expect(room.mode === 'vote' || votes.length === 0).toBe(true)
  if (room.entryId !== null && here.length > 0)
    expect(countVotes(room, room.entryId)).toBeLessThan(votesToSkip(room))
}

test.each(Array.from({ length: 60 }, (_, index) => index))(
  'any history of commands, also repeated and of old revisions, leaves a whole room (seed %i)',
  (seed) => {
    const next = numbers(seed)
    let room = roomOf()
    let at = START
    for (let count = 0; count < 150; count += 1) {
      at += next(3) === 0 ? next(40_000) : next(300)
      const act = someAct(room, next, count)
      let change: Change
      try {
        change = changeRoom(room, act, at, { endsAfterMs: 1e12 })
      } catch (error) {
        expect(error).toBeInstanceOf(Refused)
        continue
      }
      if (change.room !== room) expect(change.room.revision).toBe(room.revision + 1)
      checkInvariants(change.room, change.room === room ? room.at - 1 : at)
      // The same act again, from a browser that got no answer, does not skip a second entry.
      if (act.type === 'command' && act.command.name === 'next' && change.isApplied) {
        const again = changeRoom(change.room, act, at)
        expect(again.room).toBe(change.room)
      }
      // Another process that notices the end of entries later comes to the same state.
      expect(advanced(advanced(room, at - 1), at)).toEqual(advanced(room, at))
      room = change.room
    }
  },
)

describe('the room of a premiere', () => {
  const entries = ['x', 'y'].map((id) => entry(id))
  const waiting = () => {
    const room = waitingRoom('album', START)
    return changeRoom(room, { type: 'join', userId: 'mila' }, now).room
  }

  test('waits without a host and without an end, and names neither those who come nor those who leave', () => {
    const joined = changeRoom(waitingRoom('album', START), { type: 'join', userId: 'mila' }, now)
    expect(joined).toMatchObject({ room: { hostId: null, entryId: null }, happened: [] })
    const left = changeRoom(joined.room, { type: 'leave', userId: 'mila' }, now)
    expect(left).toMatchObject({ room: { people: [] }, happened: [] })
    const later = changeRoom(left.room, { type: 'pass' }, now + 86_400_000)
    expect(later.room.endedAt).toBeNull()
  })

  test('begins once, a little after the doors have opened, and ends like any other when all have left', () => {
    const begun = changeRoom(waiting(), { type: 'begin', entries }, now)
    expect(begun.room).toMatchObject({ entryId: 'x', isPlaying: true, at: now + PREMIERE_LEAD_MS })
    expect(changeRoom(begun.room, { type: 'begin', entries }, now + 1).room).toBe(begun.room)
    const played = advanced(begun.room, now + PREMIERE_LEAD_MS + 120_000)
    expect(played).toMatchObject({ entryId: null, isPlaying: false, playedCount: 2 })
    const left = changeRoom(begun.room, { type: 'leave', userId: 'mila' }, now).room
    expect(changeRoom(left, { type: 'pass' }, now + 600_000).room.endedAt).toBe(now + 600_000)
  })

  test('ends when the premiere is called off, waits again when it is set, and is not called off once it plays', () => {
    const calledOff = changeRoom(waiting(), { type: 'callOff' }, now).room
    expect(calledOff).toMatchObject({ people: [], endedAt: now })
    expect(codeOf(() => changeRoom(calledOff, { type: 'join', userId: 'mila' }, now))).toBe('ROOM_ENDED')
    expect(changeRoom(calledOff, { type: 'announce' }, now).room.endedAt).toBeNull()
    const begun = changeRoom(waiting(), { type: 'begin', entries }, now).room
    expect(changeRoom(begun, { type: 'callOff' }, now).room.endedAt).toBeNull()
  })
})
