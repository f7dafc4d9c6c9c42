import {
  answerListenAlong,
  cancelListenAlong,
  listenAlong,
  listenRequestOver,
  notListening,
} from '@tonarchiv/contract/listen-along'
import type { OnlineUser } from '@tonarchiv/contract/presence'
import { joinRoom, leaveRoom } from '@tonarchiv/contract/rooms'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { getOwnPlayer } from '#features/player/index.ts'
import { usePeople } from '#features/presence/index.ts'
import { refuse, startFakeServer } from '#testing/fake-server.ts'
import { startFakeSocket } from '#testing/fake-socket.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { leaveListeningRoom, ListenAlong, ListenAlongButton, startListenAlong } from '../index.ts'
import { roomOf } from '../state/made-room.ts'
import { useListenAlong, type ListenQuestion } from './listen-along.ts'

const personOf = (id: string, displayName: string) => ({ id, username: id, displayName, photoURL: null })
const JONAS = personOf('jonas', 'Jonas Weidner')
const MILA = personOf('mila', 'Mila Kramer')
const there = (person: typeof MILA, more: Partial<OnlineUser> = {}): OnlineUser => ({
  ...person,
  isOnline: true,
  isPlaying: false,
  currentTrack: null,
  customStatus: '',
  ...more,
})
const HEARD = { isPlaying: true, currentTrack: { id: 't1', title: 'Tinte', artist: 'Nordlicht Süd' } }
const PLAYED = {
  id: 't1',
  title: 'Tinte',
  artist: 'Nordlicht Süd',
  album: 'Nordlicht Süd',
  file: 'tinte.mp3',
  coverUrl: '/default-album.jpg',
  durationSeconds: 100,
  isExclusive: false,
}
const question = (requestId: string, more: Partial<ListenQuestion> = {}): ListenQuestion => ({
  type: 'listenRequested',
  requestId,
  person: JONAS,
  until: 0,
  isAllowed: false,
  ...more,
})
const answered = (requestId: string, roomId: string | null, inviteCode: string | null = null) =>
  ({ type: 'listenAnswered', requestId, person: MILA, roomId, inviteCode }) as const

function people(...users: OnlineUser[]): void {
  usePeople.setState({ byId: new Map(users.map((user) => [user.id, user])), isKnown: true })
}

const Where = () => {
  const { pathname, hash } = useLocation()
  return <p>{`Seite ${pathname}${hash}`}</p>
}
const at = (path: string) => page.getByText(`Seite ${path}`, { exact: true })
const asks = page.getByRole('alertdialog', { name: 'Jonas Weidner möchte mithören', exact: true })

async function open(ownId: string) {
  signInAs(aUser({ id: ownId, uid: ownId }))
  const server = startFakeServer()
  const socket = startFakeSocket()
  onTestFinished(startListenAlong())
  await render(
    <TestApp>
      <main id="main" tabIndex={-1}>
        <input aria-label="Nachricht" />
        <ListenAlongButton person={MILA} />
        <Where />
      </main>
      <ListenAlong />
    </TestApp>,
  )
  return { server, ...socket }
}

beforeEach(() => people(there(MILA, HEARD), there(JONAS)))
// Other test files run in the same page. Without this, its player would still follow the room in them.
afterEach(leaveListeningRoom)

/** Lets the server open a room for each answer. @returns the bodies of the answers */
function answersWithRoom(server: Awaited<ReturnType<typeof open>>['server']): unknown[] {
  const bodies: unknown[] = []
  const room = roomOf({ playback: { entryId: 'a', isPlaying: false, positionMs: 0, at: 0 } })
  server.on(answerListenAlong, (body) => {
    bodies.push(body)
    return { room }
  })
  server.on(joinRoom, () => ({ room }))
  server.on(leaveRoom, () => ({ success: true }))
  return bodies
}

test('a question is answered by keys: a yes opens the room with what plays', async () => {
  const { server, emit } = await open('mila')
  const bodies = answersWithRoom(server)
  emit(question('q1'))
  await expect.element(asks).toHaveFocus()
  await expect
    .element(page.getByRole('alert').getByText('Du wirst Gastgeber.', { exact: true }))
    .toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  await expect.element(at('/rooms/room-1')).toBeVisible()
  await expect.element(asks).not.toBeInTheDocument()
  expect(bodies).toEqual([{ isAccepted: true, trackId: 't1', positionMs: 0 }])
})

test('a question leaves the focus where something is typed, and Escape in it is a no', async () => {
  const { server, emit } = await open('mila')
  const bodies: unknown[] = []
  server.on(answerListenAlong, (body) => {
    bodies.push(body)
    return { room: null }
  })
  const field = page.getByRole('textbox', { name: 'Nachricht', exact: true })
  await userEvent.click(field)
  emit(question('q1'))
  await expect.element(asks).toBeVisible()
  await expect.element(field).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Escape}')
  await expect.element(asks).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
  expect(bodies).toEqual([{ isAccepted: false }])
})

test('a question closes when it was answered elsewhere or its time is over, and while who asks is away', async () => {
  const { emit } = await open('mila')
  emit(question('q1'))
  await expect.element(asks).toHaveFocus()
  people(there(MILA, HEARD), there(JONAS, { isOnline: false }))
  await expect.element(asks).not.toBeInTheDocument()
  expect(document.activeElement?.id).toBe('main')
  people(there(MILA, HEARD), there(JONAS))
  await expect.element(asks).toBeVisible()
  emit(answered('q1', null))
  await expect.element(asks).not.toBeInTheDocument()
  expect(document.activeElement?.id).toBe('main')
})

test('a yes that comes too late, or while nothing plays any more, shows why', async () => {
  const { server, emit } = await open('mila')
  server.on(answerListenAlong, () => refuse(listenRequestOver))
  emit(question('q1'))
  people(there(MILA), there(JONAS))
  const yes = asks.getByRole('button', { name: 'Hörraum öffnen', exact: true })
  await userEvent.click(yes)
  await expect.element(page.getByText('Da läuft gerade nichts', { exact: true })).toBeVisible()
  await expect.element(asks).toBeVisible()
  people(there(MILA, HEARD), there(JONAS))
  await userEvent.click(yes)
  await expect.element(page.getByText(listenRequestOver.text, { exact: true })).toBeVisible()
  await expect.element(asks).not.toBeInTheDocument()
})

test('a device that plays nothing does not answer for a member who lets friends listen', async () => {
  const { emit } = await open('mila')
  emit(question('q1', { isAllowed: true }))
  emit(question('q2', { person: personOf('okan', 'Okan S.') }))
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  people(there(MILA, HEARD), there(JONAS), there(personOf('okan', 'Okan S.')))
  await expect.element(page.getByRole('alertdialog', { name: 'Okan S. möchte mithören' })).toBeVisible()
  await expect.element(asks).not.toBeInTheDocument()
})

test('a member asks, and is informed whether the other one agrees', async () => {
  const { server, emit } = await open('jonas')
  server.on(listenAlong, () => ({ roomId: null, request: { id: 'q1', until: 0 } }))
  const button = page.getByRole('button', { name: /^(?:Mithören|Frage zurückziehen)$/ })
  await userEvent.click(button)
  await expect.element(page.getByRole('status').getByText(/^Mila wird gefragt …/)).toBeVisible()
  emit(answered('another', 'room-9'))
  await expect.poll(() => useListenAlong.getState().asked?.requestId).toBe('q1')
  emit(answered('q1', null))
  await expect.element(page.getByText('Mila möchte gerade allein hören.', { exact: true })).toBeVisible()
  await userEvent.click(button)
  await expect.poll(() => useListenAlong.getState().asked?.requestId).toBe('q1')
  emit(answered('q1', 'room-1', 'code-1'))
  await expect.element(at('/rooms/room-1#code-1')).toBeVisible()
  await expect.element(page.getByText(/^Mila wird gefragt …/)).not.toBeInTheDocument()
})

test('an open question is taken back at its button and at its message', async () => {
  const { server, emit } = await open('jonas')
  const asked = Promise.withResolvers<{ roomId: null; request: { id: string; until: number } }>()
  server.on(listenAlong, () => ({ roomId: null, request: { id: 'q1', until: 0 } }))
  let cancelled = 0
  server.on(cancelListenAlong, () => {
    cancelled += 1
    return { success: true }
  })
  const ask = page.getByRole('button', { name: 'Mithören', exact: true })
  const toast = page.getByText(/^Mila wird gefragt …/)
  await ask.click()
  await expect.poll(() => useListenAlong.getState().asked?.requestId).toBe('q1')
  await page.getByRole('button', { name: 'Frage zurückziehen', exact: true }).click()
  await expect.element(ask).toHaveFocus()
  await expect.element(toast).not.toBeInTheDocument()
  await expect.poll(() => cancelled).toBe(1)
  // A yes that was on its way opens nothing.
  emit(answered('q1', 'room-9'))

  // The question is taken back before the server has stored it.
  server.on(listenAlong, () => asked.promise)
  await ask.click()
  await page.getByRole('button', { name: 'Zurückziehen', exact: true }).click()
  await expect.element(toast).not.toBeInTheDocument()
  asked.resolve({ roomId: null, request: { id: 'q2', until: 0 } })
  await expect.poll(() => cancelled).toBe(2)
  expect(useListenAlong.getState().asked).toBeUndefined()

  // It is taken back in another tab.
  server.on(listenAlong, () => ({ roomId: null, request: { id: 'q3', until: 0 } }))
  await ask.click()
  await expect.poll(() => useListenAlong.getState().asked?.requestId).toBe('q3')
  emit({ ...answered('q3', null), isCancelled: true })
  await expect.element(toast).not.toBeInTheDocument()
  await expect.element(page.getByText(/möchte gerade allein hören/)).not.toBeInTheDocument()
  await expect.element(at('/')).toBeVisible()
})

test('the device that plays answers for a member who lets friends listen', async () => {
  const { server, emit } = await open('mila')
  const bodies = answersWithRoom(server)
  const { state } = getOwnPlayer()
  state.setState({ track: PLAYED, status: 'playing', positionSeconds: 42 })
  onTestFinished(() => state.setState({ track: undefined, status: 'empty', positionSeconds: 0 }))
  emit(question('q1', { isAllowed: true }))
  await page.getByText(/^Jonas hört jetzt mit/).hover()
  expect(bodies).toEqual([{ isAccepted: true, trackId: 't1', positionMs: 42_000 }])
  await expect.element(asks).not.toBeInTheDocument()
  await expect.element(at('/')).toBeVisible()
  // In a room, a yes would be an invitation to it.
  emit(question('q2', { isAllowed: true }))
  await expect.element(asks.getByText(/^Du lädst damit in/)).toBeVisible()
  emit(answered('q2', null))
  await page.getByRole('button', { name: 'Zum Hörraum', exact: true }).click()
  await expect.element(at('/rooms/room-1')).toBeVisible()
})

test('a room whose member needs no question is entered without one, and a refusal is shown', async () => {
  const { server } = await open('jonas')
  const button = page.getByRole('button', { name: 'Mithören', exact: true })
  server.on(listenAlong, () => refuse(notListening))
  await userEvent.click(button)
  await expect.element(page.getByText(notListening.text, { exact: true })).toBeVisible()
  server.on(listenAlong, () => ({ roomId: 'room-2', request: null }))
  await userEvent.click(button)
  await expect.element(at('/rooms/room-2')).toBeVisible()
  people(there(MILA, { ...HEARD, room: { id: 'room-1', name: 'Nachtschicht' } }))
  await userEvent.click(page.getByRole('button', { name: 'Beitreten', exact: true }))
  await expect.element(at('/rooms/room-1')).toBeVisible()
})

test('members who asked each other are together after one yes', async () => {
  const { server, emit } = await open('mila')
  people(there(MILA, HEARD), there(JONAS, HEARD))
  server.on(answerListenAlong, () => ({ room: roomOf() }))
  server.on(joinRoom, () => ({ room: roomOf() }))
  server.on(leaveRoom, () => ({ success: true }))
  useListenAlong.setState({ asked: { person: JONAS, requestId: 'own', toast: 0 } })
  emit(question('q1'))
  await userEvent.click(asks.getByRole('button', { name: 'Hörraum öffnen', exact: true }))
  await expect.element(at('/rooms/room-1')).toBeVisible()
  emit({ ...answered('own', null), person: JONAS })
  await expect.element(page.getByText(/möchte gerade allein hören/)).not.toBeInTheDocument()
})

test('no one without archive access asks, and none where nothing plays', async () => {
  await open('jonas')
  const button = page.getByRole('button', { name: 'Mithören', exact: true })
  await expect.element(button).toBeVisible()
  people(there(MILA), there(JONAS))
  await expect.element(button).not.toBeInTheDocument()
  people(there(MILA, HEARD), there(JONAS))
  await expect.element(button).toBeVisible()
  signInAs(aUser({ id: 'jonas', uid: 'jonas', keyVerified: false }))
  await expect.element(button).not.toBeInTheDocument()
})
