import {
  commandRoom,
  getRoom,
  invitedOnly,
  joinRoom,
  joinRoomInvited,
  leaveRoom,
  openRoom,
  roomFull,
} from '@tonarchiv/contract/rooms'
import { Link } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { setStored as setAuthToken } from '#client/browser-storage.ts'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { getOwnPlayer, getPlayer } from '#features/player/index.ts'
import { refuse, startFakeServer } from '#testing/fake-server.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { expectAccessible } from '#testing/expect-accessible.ts'
import {
  commandListeningRoom,
  currentEntry,
  playHere,
  joinListeningRoom,
  leaveListeningRoom,
  LeaveRoomQuestion,
  openListeningRoom,
  RoomDoor,
  startRooms,
  stopHere,
  usePlayerRoom,
  useRoomTab,
} from './index.ts'
import { roomOf } from './state/made-room.ts'

/** Displays the state of the room of this tab as a text. */
function Shown() {
  const text = useRoomTab((tab) =>
    tab.name === 'in'
      ? `${tab.room.state.name}: ${currentEntry(tab.room)?.track?.title} ${tab.following.name}`
      : tab.name,
  )
  return <p>{text}</p>
}

const OTHER = {
  id: 'other',
  title: 'Abfahrt',
  artist: 'Nordlicht Süd',
  album: 'Nordlicht Süd',
  file: 'abfahrt.mp3',
  coverUrl: '/default-album.jpg',
  durationSeconds: 100,
  isExclusive: false,
}

/** A room that is paused at the beginning of its first entry, so that no file is played. */
const paused = () => roomOf({ playback: { entryId: 'a', isPlaying: false, positionMs: 0, at: 0 } })

// Other test files run in the same page. Without this, its player would still follow the room in them.
afterEach(leaveListeningRoom)

beforeEach(() => {
  startRooms()()
  // Without a token the player refuses to play.
  setAuthToken('authToken', 'token')
})

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

/** Displays what the player bar gets of the room. */
function ShownInBar() {
  const room = usePlayerRoom()
  return <p>{room ? JSON.stringify(room) : 'no room'}</p>
}

test('the player bar gets the room that the player follows, with the rights in it', async () => {
  const server = startFakeServer()
  const playback = { entryId: 'a', isPlaying: false, positionMs: 0, at: 0 }
  server.on(joinRoom, () => ({ room: roomOf({ mode: 'premiere', name: 'Premierenabend', playback }) }))
  server.on(leaveRoom, () => ({ success: true }))
  await render(<ShownInBar />)
  await joinListeningRoom('room-1')
  const inBar = {
    title: 'Premiere: Nordlicht Süd',
    path: '/premieres/room-1',
    isPremiere: true,
    mayPlay: false,
    maySteer: false,
    isStopped: false,
  }
  await expect.element(page.getByText(JSON.stringify(inBar), { exact: true })).toBeVisible()
  stopHere()
  await expect
    .element(page.getByText(JSON.stringify({ ...inBar, isStopped: true }), { exact: true }))
    .toBeVisible()
  leaveListeningRoom()
  await expect.element(page.getByText('no room', { exact: true })).toBeVisible()
})

test('other music asks whether to leave the room', async () => {
  const server = startFakeServer()
  server.on(joinRoom, () => ({ room: paused() }))
  server.on(leaveRoom, () => ({ success: true }))
  await render(
    <>
      <Shown />
      <LeaveRoomQuestion />
    </>,
  )
  await joinListeningRoom('room-1')
  const dialog = page.getByRole('alertdialog', { name: 'Im Hörraum', exact: true })
  const play = () => getPlayer().playInBetween(OTHER)
  play()
  await expect.element(dialog.getByText('Du verlässt dafür den Hörraum.', { exact: true })).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Bleiben', exact: true }))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Nachtschicht: a waiting', { exact: true })).toBeVisible()
  play()
  await userEvent.click(dialog.getByRole('button', { name: 'Verlassen und hören', exact: true }))
  await expect.element(page.getByText('none', { exact: true })).toBeVisible()
  await expect.poll(() => getPlayer().state.getState().track).toEqual(OTHER)
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

test('a page that the browser had frozen reads its room when it goes on', async () => {
  const server = startFakeServer()
  server.on(joinRoom, () => ({ room: paused() }))
  server.on(leaveRoom, () => ({ success: true }))
  await render(<Shown />)
  await joinListeningRoom('room-1')
  await expect.element(page.getByText('Nachtschicht: a waiting', { exact: true })).toBeVisible()
  const room = paused()
  server.on(getRoom, () => ({ room: { ...room, state: { ...room.state, revision: 2, name: 'Kellerfunk' } } }))
  document.dispatchEvent(new Event('resume'))
  await expect.element(page.getByText('Kellerfunk: a waiting', { exact: true })).toBeVisible()
})

test('a link that is not valid any more says so, and the next link leads into the room', async () => {
  const server = startFakeServer()
  const codes: unknown[] = []
  server.on(joinRoom, () => refuse(invitedOnly))
  server.on(joinRoomInvited, (sent) => {
    codes.push(sent)
    return codes.length === 1 ? refuse(invitedOnly) : { room: paused() }
  })
  server.on(leaveRoom, () => ({ success: true }))
  await render(
    <TestApp>
      <main>
        <Link to="#closed">Alter Link</Link>
        <Link to="#open">Neuer Link</Link>
        <RoomDoor roomId="room-1" over="Vorbei">
          {({ room }) => <h1>{room.state.name}</h1>}
        </RoomDoor>
      </main>
    </TestApp>,
  )
  const refused = page.getByText(invitedOnly.text, { exact: true })
  await expect.element(refused).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Alter Link' }).click()
  await expect.poll(() => codes).toEqual([{ code: 'closed' }])
  await expect.element(refused).toBeVisible()
  await page.getByRole('link', { name: 'Neuer Link' }).click()
  await expect.element(page.getByRole('heading', { name: 'Nachtschicht', exact: true })).toBeVisible()
  expect(codes).toEqual([{ code: 'closed' }, { code: 'open' }])
})
