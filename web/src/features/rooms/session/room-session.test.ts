import { notInRoom, notYourRoom, roomEnded, roomFull } from '@tonarchiv/contract/rooms'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import { MARA, roomOf, TOM } from '../state/made-room.ts'
import { simulateTab } from './simulated-tab.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refused = ({ status, code, text }: { status: number; code: string; text: string }) =>
  new ApiError({ status, code, text })
const run = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function joined(userId?: string) {
  const simulated = simulateTab(userId)
  await simulated.session.join('room-1')
  await run(1000)
  return simulated
}

test('a tab that has joined reports that it is there, shows the room and plays what it plays', async () => {
  const simulated = simulateTab()
  const joining = simulated.session.join('room-1')
  expect(simulated.tab()).toEqual({ name: 'joining', roomId: 'room-1' })
  await joining
  await run(1000)
  expect(simulated.hereReports()[0]).toEqual({ type: 'roomHere', roomId: 'room-1', sound: 'on' })
  expect(simulated.room()).toMatchObject({ roomId: 'room-1', isConnected: true, rights: { isHost: true } })
  expect(simulated.room().following.name).toBe('inStep')
  expect(simulated.isPlaying()).toBe(true)
  expect(simulated.room().positionMs()).toBeCloseTo(1000, -1)
  expect(simulated.remembered).toEqual(['room-1'])
})

test('a call that is refused leaves the tab without a room, and says why', async () => {
  const { session, calls, tab, did } = simulateTab()
  calls.join.mockRejectedValueOnce(refused(roomFull))
  await expect(session.join('room-1')).rejects.toThrow(roomFull.text)
  expect([tab(), did]).toEqual([{ name: 'none' }, []])
})

test('leaving restores the player, reports it and stops everything', async () => {
  const { session, calls, did, tab, hereReports, handlerCount, remembered } = await joined()
  session.leave()
  expect(tab()).toEqual({ name: 'none' })
  expect(did).toEqual(['begin', 'end'])
  expect(calls.leave).toHaveBeenCalledWith('room-1')
  expect(hereReports().at(-1)).toEqual({ type: 'roomHere', roomId: null })
  expect(remembered.at(-1)).toBeUndefined()
  expect([handlerCount(), vi.getTimerCount()]).toEqual([0, 0])
})

test('a member who leaves while the tab is still joining is not in the room', async () => {
  const { session, calls, tab, did } = simulateTab()
  const joining = session.join('room-1')
  session.leave()
  await joining
  await run(100)
  expect([tab(), did]).toEqual([{ name: 'none' }, []])
  expect(calls.leave).toHaveBeenCalledWith('room-1')
})

test('a newer state is shown, and an older one is not', async () => {
  const { arrive, room, secondsNow, isPlaying } = await joined()
  const paused = { entryId: 'a', isPlaying: false, positionMs: 4000, at: Date.now() }
  arrive({ type: 'roomChanged', ...roomOf({ revision: 5, playback: paused }).state })
  arrive({ type: 'roomChanged', ...roomOf({ revision: 4, name: 'Alt' }).state })
  expect(room().room.state).toMatchObject({ revision: 5, name: 'Nachtschicht' })
  expect([isPlaying(), secondsNow()]).toEqual([false, 4])
  expect(room().positionMs()).toBe(4000)
})

test('the state of another room changes nothing', async () => {
  const { arrive, room } = await joined()
  arrive({ type: 'roomChanged', ...roomOf({ roomId: 'room-2', revision: 9, name: 'Anderswo' }).state })
  expect(room().room.state.name).toBe('Nachtschicht')
})

test('people, lines, deviations and the end of another room change nothing', async () => {
  const { arrive, room } = await joined()
  const roomId = 'room-2'
  const by = { id: TOM, username: 'tom', displayName: 'Tom', photoURL: null }
  const before = room().room
  arrive({ type: 'roomPeople', roomId, full: true, people: [], left: [] })
  arrive({
    type: 'roomEvents',
    roomId,
    events: [{ name: 'left', id: 'line-1', at: '2026-11-24T04:00:00.000Z', by }],
  })
  arrive({ type: 'roomDeviations', roomId, deviations: [{ userId: TOM, ms: 7 }] })
  arrive({ type: 'roomOver', roomId, reason: 'ended' })
  expect(room().room).toEqual(before)
})

test('an entry that is not known is read', async () => {
  const { arrive, calls, room } = await joined()
  calls.read.mockResolvedValueOnce(roomOf({ revision: 2, entries: ['a', 'b', 'new'] }))
  arrive({ type: 'roomChanged', ...roomOf({ revision: 2, entries: ['a', 'b', 'new'] }).state })
  expect(calls.read).not.toHaveBeenCalled()
  await run(100)
  expect(calls.read).toHaveBeenCalledTimes(1)
  expect(room().room.entries.get('new')?.track?.title).toBe('new')
})

test('a command names the revision that was seen, shows at once, and is followed by the answer', async () => {
  const { session, arrive, calls, commands, room } = await joined()
  arrive({ type: 'roomChanged', ...roomOf({ revision: 7 }).state })
  const { state } = roomOf({ revision: 8, mode: 'vote' })
  calls.command.mockImplementationOnce((_id, command) => {
    commands.push(command)
    return Promise.resolve({ isApplied: true, state, leftOut: 0 })
  })
  const answered = session.command({ name: 'mode', mode: 'vote' })
  expect(commands).toEqual([{ name: 'mode', mode: 'vote', revision: 7 }])
  expect(room().room.state).toMatchObject({ revision: 7, mode: 'vote' })
  await expect(answered).resolves.toEqual({ isApplied: true, leftOut: 0 })
  expect(room().room.state).toMatchObject({ revision: 8, mode: 'vote' })
})

test('what the server refuses or another command has overtaken is taken back', async () => {
  const { session, calls, room } = await joined()
  calls.command.mockRejectedValueOnce(refused(notYourRoom))
  const answered = session.command({ name: 'pause', entryId: 'a' })
  expect(room().room.state.playback.isPlaying).toBe(false)
  await expect(answered).rejects.toThrow(notYourRoom.text)
  expect(room().room.state.playback.isPlaying).toBe(true)
  const { state } = roomOf({ revision: 1 })
  calls.command.mockResolvedValueOnce({ isApplied: false, state, leftOut: 0 })
  const overtaken = session.command({ name: 'next', entryId: 'a' })
  expect(room().room.state.playback.entryId).toBe('b')
  await expect(overtaken).resolves.toMatchObject({ isApplied: false })
  expect(room().room.state.playback.entryId).toBe('a')
})

test('an own vote is kept after the answer, which does not contain it', async () => {
  const { session, arrive, calls, room } = await joined(TOM)
  arrive({ type: 'roomChanged', ...roomOf({ revision: 2, mode: 'vote' }).state })
  const { state } = roomOf({ revision: 3, mode: 'vote' })
  calls.command.mockResolvedValueOnce({ isApplied: true, state, leftOut: 0 })
  await session.command({ name: 'vote', entryId: 'b', isFor: true })
  expect(room().room.entries.get('b')?.hasOwnVote).toBe(true)
})

test('the member stops the own sound, others see that, and a press plays it again', async () => {
  const { session, room, isPlaying, hereReports } = await joined()
  session.stopHere()
  await run(100)
  expect([room().following.name, isPlaying()]).toEqual(['stopped', false])
  expect(hereReports().at(-1)).toMatchObject({ sound: 'off' })
  session.press()
  await run(500)
  expect([room().following.name, isPlaying()]).toEqual(['inStep', true])
  expect(hereReports().at(-1)).toMatchObject({ sound: 'on' })
})

test('the server learns how far away the tab is, also while the room is paused', async () => {
  const playback = { entryId: 'a', isPlaying: false, positionMs: 4000, at: Date.now() }
  const { session, calls, network, hereReports } = simulateTab()
  calls.join.mockResolvedValue(roomOf({ playback }))
  network.roundTripMs = 260
  await session.join('room-1')
  await run(2000)
  expect(hereReports().map(({ delayMs }) => delayMs)).toEqual([undefined, 250])
  // Another network, after a sleep.
  network.roundTripMs = 900
  session.wake()
  await run(700_000)
  expect(hereReports().at(-1)).toMatchObject({ delayMs: 400 })
})

test('a muted player counts as no sound', async () => {
  const { state: _, player, hereReports } = await joined()
  player.state.setState({ isMuted: true })
  expect(hereReports().at(-1)).toMatchObject({ sound: 'off' })
})

test('without a connection the music goes on; with it, the tab reports again and reads the room', async () => {
  const { connect, calls, room, isPlaying, hereReports } = await joined()
  const before = hereReports().length
  connect(false)
  await run(5000)
  expect([room().isConnected, isPlaying()]).toEqual([false, true])
  connect(true)
  await run(100)
  expect(hereReports()).toHaveLength(before + 1)
  expect(calls.read).toHaveBeenCalledTimes(1)
  expect(room().isConnected).toBe(true)
})

test('a tab that wakes measures the clock anew with one burst and reads the room once', async () => {
  const { session, sent, calls } = await joined()
  await run(2000)
  const clocks = () => sent.filter(({ type }) => type === 'clock').length
  const before = clocks()
  session.wake()
  await run(1000)
  expect(clocks() - before).toBe(8)
  expect(calls.read).toHaveBeenCalledTimes(1)
  await run(5000)
  expect([clocks() - before, calls.read.mock.calls.length]).toEqual([8, 1])
})

test('several events of one waking cause one burst and one read', async () => {
  const { session, sent, calls } = await joined()
  await run(2000)
  const clocks = () => sent.filter(({ type }) => type === 'clock').length
  const before = clocks()
  for (let event = 0; event < 3; event += 1) session.wake()
  await run(5000)
  // The burst begins anew with each event.
  expect(clocks() - before).toBe(8 + 2)
  expect(calls.read).toHaveBeenCalledTimes(1)
})

test('after a long absence the member joins again; after a short one they were removed elsewhere', async () => {
  const long = await joined()
  long.connect(false)
  await run(60_000)
  long.calls.read.mockRejectedValueOnce(refused(notInRoom))
  long.connect(true)
  await run(100)
  expect(long.calls.join).toHaveBeenCalledTimes(2)
  expect(long.tab().name).toBe('in')
  const short = await joined()
  short.connect(false)
  await run(2000)
  short.connect(true)
  short.arrive({ type: 'roomOver', roomId: 'room-1', reason: 'left' })
  await run(100)
  expect(short.calls.join).toHaveBeenCalledTimes(1)
  expect(short.tab()).toEqual({ name: 'over', roomId: 'room-1', roomName: 'Nachtschicht', reason: 'left' })
  expect(short.did).toEqual(['begin', 'end'])
})

test('a room that has ended is over in this tab, also if a command finds that out', async () => {
  const { session, calls, tab } = await joined()
  calls.command.mockRejectedValueOnce(refused(roomEnded))
  await expect(session.command({ name: 'pause', entryId: 'a' })).rejects.toThrow(roomEnded.text)
  expect(tab()).toMatchObject({ name: 'over', reason: 'ended' })
})

test('a read that gets no answer is repeated', async () => {
  const { connect, calls } = await joined()
  calls.read.mockRejectedValueOnce(ApiError.unreachable())
  connect(false)
  connect(true)
  await run(100)
  expect(calls.read).toHaveBeenCalledTimes(1)
  await run(4000)
  expect(calls.read).toHaveBeenCalledTimes(2)
})

test('another room replaces the present one without touching what was set aside', async () => {
  const { session, calls, did, room, handlerCount } = await joined()
  const before = handlerCount()
  calls.join.mockResolvedValueOnce(roomOf({ roomId: 'room-2', name: 'Kellerfunk' }))
  await session.join('room-2')
  expect(room().room.state.name).toBe('Kellerfunk')
  expect([did.includes('end'), handlerCount()]).toEqual([false, before])
})

test('a reload continues in the room only if the member is still in it', async () => {
  const there = simulateTab(MARA)
  await there.session.resume('room-1')
  expect([there.tab().name, there.calls.join.mock.calls.length]).toEqual(['in', 0])
  const gone = simulateTab(MARA)
  gone.calls.read.mockRejectedValueOnce(refused(notInRoom))
  await gone.session.resume('room-1')
  expect([gone.tab(), gone.remembered]).toEqual([{ name: 'none' }, [undefined]])
})

test('a page that joins the room in which a reload continues stays in it', async () => {
  const { session, calls, tab } = simulateTab()
  const read = Promise.withResolvers<ReturnType<typeof roomOf>>()
  const join = Promise.withResolvers<ReturnType<typeof roomOf>>()
  calls.read.mockReturnValueOnce(read.promise)
  calls.join.mockReturnValueOnce(join.promise)
  const entering = [session.resume('room-1'), session.join('room-1')]
  read.resolve(roomOf())
  await run(0)
  join.resolve(roomOf())
  await Promise.all(entering)
  expect(tab().name).toBe('in')
  expect(calls.leave).not.toHaveBeenCalled()
})

test('a sleep timer that ends with the track stops the own sound', async () => {
  const { room, timer, ended, player } = await joined()
  timer.endsWithTrack = true
  const { track } = player.state.getState().order.order[0] ?? {}
  if (!track) throw new Error('The player plays a track')
  ended(track)
  expect(room().following.name).toBe('stopped')
})

test('who waits for a premiere keeps the own music until the doors open, and has it back after the album', async () => {
  const { session, calls, arrive, room, did, isPlaying } = simulateTab()
  const waiting = { mode: 'premiere' as const, hostId: null, revision: 1 }
  calls.join.mockResolvedValueOnce(
    roomOf({
      ...waiting,
      entries: [],
      playback: { entryId: null, isPlaying: false, positionMs: 0, at: Date.now() },
    }),
  )
  await session.join('room-1')
  await run(1000)
  expect([did, room().isFollowing]).toEqual([[], false])

  const open = roomOf({ ...waiting, entries: ['a', 'b'], revision: 2 })
  arrive({ type: 'roomEntries', roomId: 'room-1', entries: open.entries })
  const playback = { entryId: 'a', isPlaying: true, positionMs: 0, at: Date.now() + 2000 }
  arrive({ type: 'roomChanged', ...open.state, playback })
  expect([did, room().isFollowing]).toEqual([['begin'], true])
  await run(3000)
  expect([isPlaying(), room().following.name, calls.read.mock.calls]).toEqual([true, 'inStep', []])

  const over = { entryId: null, isPlaying: false, positionMs: 0, at: Date.now() }
  arrive({ type: 'roomChanged', ...open.state, revision: 3, queue: [], playback: over })
  expect([did, room().isFollowing]).toEqual([['begin', 'end'], false])
})
