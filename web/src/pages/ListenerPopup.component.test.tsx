import { resolveCards } from '@tonarchiv/contract/cards'
import { openConversation } from '@tonarchiv/contract/conversations'
import { listFriends } from '@tonarchiv/contract/friends'
import { listenAlong } from '@tonarchiv/contract/listen-along'
import { getPublicProfile, type OnlineUser, type PublicProfile } from '@tonarchiv/contract/presence'
import { useLocation } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent, type Locator } from 'vitest/browser'
import { getPlayer } from '#features/player/index.ts'
import { PeopleList, useProfileDialog, usePeople, type ShownListener } from '#features/presence/index.ts'
import { aConversation } from '#testing/a-conversation.ts'
import { startListenAlong } from '#features/rooms/index.ts'
import { startFakeServer } from '#testing/fake-server.ts'
import { startFakeSocket } from '#testing/fake-socket.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { ListenerPopup } from './ListenerPopup.tsx'

const MILA: OnlineUser = {
  id: 'mila',
  username: 'mila',
  displayName: 'Mila Kramer',
  photoURL: null,
  isOnline: true,
  isPlaying: true,
  currentTrack: { id: 't1', title: 'Rohentwurf 4', artist: 'Nordlicht Süd' },
  customStatus: '',
}
const PAGE: PublicProfile = {
  id: 'mila',
  username: 'mila',
  displayName: 'Mila Kramer',
  bio: '',
  avatarUrl: null,
  customStatus: '',
  createdAt: '2024-11-02T10:00:00',
  isOnline: true,
  isPlaying: true,
  currentTrack: MILA.currentTrack,
  last_played_track: null,
  last_played_artist: null,
  last_played_at: null,
}
const LENE: OnlineUser = {
  ...MILA,
  id: 'lene',
  username: 'lene',
  displayName: 'Lene M.',
  isPlaying: false,
  currentTrack: null,
}
const track = {
  id: 't1',
  title: 'Rohentwurf 4',
  artist: 'Nordlicht Süd',
  album: 'Rohfassungen 2017–2019',
  albumId: 'a1',
  coverUrl: '/default-album.jpg',
  duration: 245,
  exclusive: false,
  file: 't1.mp3',
}

function people(...users: OnlineUser[]): void {
  usePeople.setState({
    byId: new Map(users.map((user) => [user.id, user])),
    online: users,
    offline: [],
    isKnown: true,
  })
}

const Where = () => <p>{`Seite ${useLocation().pathname}`}</p>
const row = (name: RegExp) =>
  page.getByRole('complementary', { name: 'Benutzer' }).getByRole('button', { name })
const popup = page.getByRole('dialog', { name: 'Mila Kramer hört gerade', exact: true })
const button = (name: string) => popup.getByRole('button', { name, exact: true })
const focus = (control: Locator) => {
  const element = control.element()
  if (element instanceof HTMLElement) element.focus()
}
const listener = (shown: ShownListener) => <ListenerPopup {...shown} />

async function open({ isFriend = true }: { isFriend?: boolean } = {}) {
  signInAs(aUser({ id: 'jonas', uid: 'jonas' }))
  startFakeSocket()
  onTestFinished(startListenAlong())
  people(LENE, MILA)
  onTestFinished(() => useProfileDialog.setState({ userId: undefined }))
  const server = startFakeServer()
  const { id, username, displayName, photoURL } = MILA
  const friend = { id, username, displayName, photoURL, isOnline: true, customStatus: '' }
  server.on(listFriends, () => ({ friends: isFriend ? [friend] : [], friendRequests: [], sentRequests: [] }))
  server.on(getPublicProfile, () => ({ user: PAGE }))
  server.on(resolveCards, () => ({ cards: [{ state: 'shown', track } as const] }))
  const profiles: string[] = []
  await render(
    <TestApp>
      <div style={{ marginLeft: '30rem' }}>
        <PeopleList ownId="jonas" onOpen={(userId) => profiles.push(userId)} renderListener={listener} />
      </div>
      <Where />
    </TestApp>,
  )
  return { server, profiles }
}

test('the row of who listens opens what they hear, by keys too; other rows open the profile', async () => {
  const { profiles } = await open()
  await row(/^Lene/).click()
  expect(profiles).toEqual(['lene'])
  await expect.element(row(/^Mila/)).toHaveAttribute('aria-expanded', 'false')
  focus(row(/^Mila/))
  await userEvent.keyboard('{Enter}')
  await expect.element(popup).toHaveFocus()
  await expect.element(popup.getByText('Rohfassungen 2017–2019', { exact: true })).toBeVisible()
  await expect.element(button('Mithören')).toBeVisible()
  const note = 'Öffnet einen Hörraum mit Mila als Gastgeber. Mila wird vorher gefragt.'
  await expect.element(popup.getByText(note, { exact: true })).toBeVisible()
  await expectAccessible()
  onTestFinished(() => getPlayer().stop())
  await button('Rohentwurf 4 abspielen').click()
  await expect.poll(() => getPlayer().state.getState().track?.id).toBe('t1')
  await button('Zur Warteschlange: Rohentwurf 4').click()
  await expect.poll(() => getPlayer().state.getState().order.queue.length).toBe(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(popup).not.toBeInTheDocument()
  await expect.element(row(/^Mila/)).toHaveFocus()
})

test('asking closes the popup; it opens again with the question, and stays when the music ends', async () => {
  const { server } = await open()
  server.on(listenAlong, () => ({ roomId: null, request: { id: 'q1', until: 0 } }))
  await row(/^Mila/).click()
  await button('Mithören').click()
  await expect.element(popup).not.toBeInTheDocument()
  await row(/^Mila/).click()
  await button('Frage zurückziehen').click()
  await row(/^Mila/).click()
  focus(button('Mithören'))
  people(LENE, { ...MILA, isPlaying: false, currentTrack: null })
  await expect.element(button('Mithören')).not.toBeInTheDocument()
  await expect.element(popup.getByText('hört gerade nichts', { exact: true })).toBeVisible()
  await expect.element(button('Nachricht an Mila Kramer')).toHaveFocus()
  await button('Profil öffnen').click()
  expect(useProfileDialog.getState().userId).toBe('mila')
  await expect.element(popup).not.toBeInTheDocument()
})

test('a member in a room is joined, a friend is written to, and a stranger is not', async () => {
  const { server } = await open()
  people(LENE, { ...MILA, isPlaying: false, currentTrack: null, room: { id: 'r1', name: 'Nachtschicht' } })
  server.on(openConversation, () => ({ conversation: aConversation('c1') }))
  await row(/^Mila/).click()
  await expect.element(popup.getByText('Im Hörraum: Nachtschicht', { exact: true })).toBeVisible()
  await button('Nachricht an Mila Kramer').click()
  await expect.element(page.getByText('Seite /messages/c1', { exact: true })).toBeVisible()
  await button('Beitreten').click()
  await expect.element(page.getByText('Seite /rooms/r1', { exact: true })).toBeVisible()
})

test('who is no friend is not written to', async () => {
  await open({ isFriend: false })
  await row(/^Mila/).click()
  await expect.element(button('Mithören')).toBeVisible()
  await expect.element(button('Nachricht an Mila Kramer')).not.toBeInTheDocument()
})

test('the popup says for how long they listen and where the track is, while it plays', async () => {
  const { server } = await open()
  let position = { seconds: 107, rate: 1 }
  server.on(getPublicProfile, () => ({ user: { ...PAGE, listeningSeconds: 2400, position } }))
  await row(/^Mila/).click()
  await expect.element(popup.getByText('hört seit 40 Minuten', { exact: true })).toBeVisible()
  await expect.element(popup.getByText(/^\d:\d\d von 4:05$/)).toBeVisible()
  await expectAccessible()
  // The position moves on, with the playback rate of their device and at most to the end.
  await expect.element(popup.getByText(/von 4:05$/)).not.toHaveTextContent('1:47')
  people(LENE, { ...MILA, isPlaying: false })
  await expect.element(popup.getByText('hört gerade nichts', { exact: true })).toBeVisible()
  await expect.element(popup.getByText(/von 4:05$/)).not.toBeInTheDocument()
  position = { seconds: 243, rate: 4 }
  people(LENE, MILA)
  await expect.element(popup.getByText('4:05 von 4:05', { exact: true })).toBeVisible()
})

test('without an answer about what they hear, the popup leaves time and position out', async () => {
  const { server } = await open()
  let calls = 0
  let answer: Partial<PublicProfile> = {}
  server.on(getPublicProfile, () => {
    calls += 1
    return { user: { ...PAGE, ...answer } }
  })
  await row(/^Mila/).click()
  const isLeftOut = async (call: number) => {
    await expect.poll(() => calls).toBe(call)
    await expect.element(popup.getByText('Rohfassungen 2017–2019', { exact: true })).toBeVisible()
    await expect.element(popup.getByText('hört gerade', { exact: true })).toBeVisible()
    await expect.element(popup.getByText(/von 4:05$/)).not.toBeInTheDocument()
  }
  await isLeftOut(1)
  // The answer is newer than the list, and is about the next track.
  const next = { id: 't2', title: 'Flut', artist: 'Nordlicht Süd' }
  answer = { currentTrack: next, listeningSeconds: 2400, position: { seconds: 107, rate: 1 } }
  people(LENE, { ...MILA, isPlaying: false })
  await expect.element(popup.getByText('hört gerade nichts', { exact: true })).toBeVisible()
  people(LENE, MILA)
  await isLeftOut(2)
  people(LENE, { ...MILA, currentTrack: next })
  await expect.element(popup.getByText('hört seit 40 Minuten', { exact: true })).toBeVisible()
})
