import { commandRoom, getRoom, joinRoom, leaveRoom, openRoom, roomFull } from '@tonarchiv/contract/rooms'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { getOwnPlayer } from '#features/player/index.ts'
import { refuse, startFakeServer } from '#testing/fake-server.ts'
import {
  commandListeningRoom,
  currentEntry,
  playHere,
  joinListeningRoom,
  leaveListeningRoom,
  openListeningRoom,
  startRooms,
  stopHere,
  useRoomTab,
} from './index.ts'
import { roomOf } from './state/made-room.ts'

/** What a screen reads of the room of its tab. */
function Shown() {
  const text = useRoomTab((tab) =>
    tab.name === 'in'
      ? `${tab.room.state.name}: ${currentEntry(tab.room)?.track?.title} ${tab.following.name}`
      : tab.name,
  )
  return <p>{text}</p>
}

/** A room that is paused at the beginning of its first entry, so that no file is played. */
const paused = () => roomOf({ playback: { entryId: 'a', isPlaying: false, positionMs: 0, at: 0 } })

beforeEach(() => startRooms()())

test('a member joins a room, controls it and leaves it', async () => {
  const server = startFakeServer()
  server.on(joinRoom, () => ({ room: paused() }))
  server.on(leaveRoom, () => ({ success: true }))
  const renamed = { ...paused().state, revision: 2, name: 'Kellerfunk' }
  server.on(commandRoom, () => ({ isApplied: true, state: renamed, leftOut: 0 }))
  await render(<Shown />)
  await joinListeningRoom('room-1')
  await expect.element(page.getByText('Nachtschicht: a waiting', { exact: true })).toBeVisible()
  expect([getOwnPlayer().state.getState().isFollowing, getStored('listeningRoom')]).toEqual([true, 'room-1'])
  await commandListeningRoom({ name: 'rename', roomName: 'Kellerfunk' })
  await expect.element(page.getByText('Kellerfunk: a waiting', { exact: true })).toBeVisible()
  stopHere()
  await expect.element(page.getByText('Kellerfunk: a stopped', { exact: true })).toBeVisible()
  playHere()
  await expect.element(page.getByText('Kellerfunk: a waiting', { exact: true })).toBeVisible()
  leaveListeningRoom()
  await expect.element(page.getByText('none', { exact: true })).toBeVisible()
  expect([getOwnPlayer().state.getState().isFollowing, getStored('listeningRoom')]).toEqual([
    false,
    undefined,
  ])
})

test('a room is opened, and one that is full refuses the member', async () => {
  const server = startFakeServer()
  server.on(openRoom, () => ({ room: paused() }))
  server.on(joinRoom, () => refuse(roomFull))
  await expect(joinListeningRoom('room-2')).rejects.toThrow(roomFull.text)
  await expect(openListeningRoom({ name: 'Nachtschicht', added: { albumId: 'album-1' } })).resolves.toBe(
    'room-1',
  )
})

test('a reload continues in the room', async () => {
  startFakeServer().on(getRoom, () => ({ room: paused() }))
  setStored('listeningRoom', 'room-1')
  startRooms()
  await render(<Shown />)
  await expect.element(page.getByText('Nachtschicht: a waiting', { exact: true })).toBeVisible()
})
