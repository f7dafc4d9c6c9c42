import { notYourRoom, type RoomMode } from '@tonarchiv/contract/rooms'
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { ApiError } from '#client/api-error.ts'
import { NOTHING_CHOSEN, type PlayerState } from '#features/player/index.ts'
import { MARA, roomOf, TOM } from '../state/made-room.ts'
import { rightsIn } from '../state/rights.ts'
import { roomRead } from '../state/room-data.ts'
import type { InRoom, RoomFollowing } from '../state/room-tab.ts'
import { trackOfEntry } from './followed-room.ts'
import type { MemberCommand } from './member-commands.ts'
import { createRoomControls } from './room-controls.ts'

/** Sets up a tab of the member `userId` in a room with this mode. The host of the room is Mara. */
function setUp(mode: RoomMode, userId: string, following: RoomFollowing['name'] = 'inStep') {
  const room = roomRead(roomOf({ mode }))
  const view: InRoom = {
    name: 'in',
    isFollowing: true,
    roomId: 'room-1',
    room,
    rights: rightsIn(room.state, userId),
    following: { name: following, deviationMs: 0, correctionPercent: 0 },
    isConnected: true,
    positionMs: () => 0,
    clockAgeMs: () => 0,
  }
  const track = trackOfEntry(room.entries.get('a'))
  const other = trackOfEntry(room.entries.get('c'))
  if (!track || !other) throw new Error('The room has these entries')
  const did: string[] = []
  const commands: MemberCommand[] = []
  const questions: (() => void)[] = []
  const answer = { failure: undefined as unknown, leftOut: 0 }
  const state = createStore<PlayerState>(() => ({
    order: NOTHING_CHOSEN,
    track,
    status: 'playing',
    positionSeconds: 0,
    durationSeconds: 100,
    bufferedSeconds: 0,
    volume: 1,
    isMuted: false,
    rate: 1,
    needsPress: false,
    isFollowing: true,
  }))
  const controls = createRoomControls({
    own: {
      state,
      choose: (_list, chosen) => did.push(`choose ${chosen.title}`),
      playAll: (list) => did.push(`play all ${list.length}`),
      playInBetween: (chosen) => did.push(`in between ${chosen.title}`),
      toggleMute: () => did.push('mute'),
    },
    session: {
      command(command) {
        commands.push(command)
        return answer.failure === undefined
          ? Promise.resolve({ isApplied: true, leftOut: answer.leftOut })
          : Promise.reject(answer.failure)
      },
      press: () => did.push('press'),
      stopHere: () => did.push('stop here'),
    },
    room: () => view,
    leaveFor: (run) => questions.push(run),
    showFailure: (failure) => did.push(failure instanceof ApiError ? failure.text : 'failed'),
    showMessage: (text) => did.push(text),
    showError: (text) => did.push(text),
  })
  return { controls, state, track, other, did, commands, questions, answer }
}

test('with the right, the buttons control the room', () => {
  for (const [mode, userId] of [
    ['all', TOM],
    ['host', MARA],
  ] as const) {
    const { controls, commands, did } = setUp(mode, userId)
    controls.toggle()
    controls.next()
    controls.previous()
    controls.seekToSeconds(12.3456)
    controls.seekToPercent(50)
    expect(commands).toEqual([
      { name: 'pause', entryId: 'a' },
      { name: 'next', entryId: 'a' },
      { name: 'seek', entryId: 'a', positionMs: 0 },
      { name: 'seek', entryId: 'a', positionMs: 12_346 },
      { name: 'seek', entryId: 'a', positionMs: 50_000 },
    ])
    expect(did).toEqual([])
  }
})

test('without it, the play button stops only the own sound, and the others do nothing', () => {
  for (const mode of ['host', 'vote'] as const) {
    const { controls, commands, did } = setUp(mode, TOM)
    controls.toggle()
    controls.next()
    controls.previous()
    controls.seekToSeconds(10)
    controls.seekToPercent(50)
    expect([commands, did]).toEqual([[], ['stop here']])
  }
})

test('where votes decide, the host may only pause', () => {
  const { controls, commands } = setUp('vote', MARA)
  controls.toggle()
  controls.next()
  controls.seekToSeconds(10)
  expect(commands).toEqual([{ name: 'pause', entryId: 'a' }])
})

test('sound that has stopped here or waits for a press is played again, whatever the right', () => {
  for (const following of ['stopped', 'needsPress'] as const) {
    const { controls, commands, did } = setUp('all', TOM, following)
    controls.toggle()
    expect([commands, did]).toEqual([[], ['press']])
  }
})

test('a headset pauses only what is heard here', () => {
  const { controls, commands, did } = setUp('all', TOM)
  controls.pause()
  expect([commands, did]).toEqual([[], ['stop here']])
})

test('other music asks first, and plays after leaving; the current track is the play button', () => {
  const { controls, track, other, did, commands, questions } = setUp('all', TOM)
  controls.choose([track, other], track)
  expect(commands).toEqual([{ name: 'pause', entryId: 'a' }])
  controls.choose([track, other], other)
  controls.playAll([track, other], { isShuffled: false })
  controls.playInBetween(other)
  expect(did).toEqual([])
  for (const leave of questions) leave()
  expect(did).toEqual(['choose c', 'play all 2', 'in between c'])
})

test('queued tracks are added to the room, or proposed', async () => {
  const all = setUp('all', TOM)
  all.controls.enqueue(all.other)
  await Promise.resolve()
  expect(all.commands).toEqual([{ name: 'add', added: { trackIds: ['track-c'] } }])
  await expect.poll(() => all.did).toEqual(['Hörraum: c hinzugefügt'])
  const host = setUp('host', TOM)
  host.controls.enqueueAll([host.track, host.other])
  await expect.poll(() => host.did).toEqual(['Hörraum: 2 Tracks vorgeschlagen'])
  const full = setUp('all', TOM)
  full.answer.leftOut = 1
  full.controls.enqueue(full.other)
  await expect.poll(() => full.did).toEqual(['Eine Warteschlange hat im Hörraum höchstens 300 Titel'])
})

test('the error of a command is shown', async () => {
  const { controls, did, answer } = setUp('all', TOM)
  answer.failure = new ApiError(notYourRoom)
  controls.next()
  await expect.poll(() => did).toEqual([notYourRoom.text])
})

test('shuffle, repeat and the own queue do not change', () => {
  const { controls, commands, did } = setUp('all', TOM)
  controls.toggleShuffle()
  controls.cycleRepeat()
  controls.removeUpcoming(['a'])()
  controls.clearUpcoming()()
  controls.moveUpcoming(['b'], { group: 'queued', index: 0 })
  controls.playUpcoming('b')
  expect([commands, did]).toEqual([[], []])
})

test('in a premiere the play button mutes, and nothing is controlled', () => {
  const { controls, commands, did } = setUp('premiere', TOM)
  controls.toggle()
  controls.next()
  controls.seekToSeconds(10)
  expect([did, commands]).toEqual([['mute'], []])
})

test('one press hears a premiere again that was muted and stopped here', () => {
  const { controls, state, did } = setUp('premiere', TOM, 'stopped')
  controls.toggle()
  expect(did.splice(0)).toEqual(['press'])
  state.setState({ isMuted: true })
  controls.toggle()
  expect(did).toEqual(['mute', 'press'])
})
