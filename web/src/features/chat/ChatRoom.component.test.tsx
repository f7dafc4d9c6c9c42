import { listMessages } from '@tonarchiv/contract/chat'
import type { OnlineUser } from '@tonarchiv/contract/presence'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { usePeople } from '#features/presence/index.ts'
import { markRoot } from '#ui/dom/root-mark.ts'
import { aMessage } from '../../testing/a-message.ts'
import { renderChatRoom } from '../../testing/chat-room.tsx'
import { startTestChat } from '../../testing/chat-with-composer.tsx'
import { startFakeSocket } from '../../testing/fake-socket.ts'
import { aUser } from '../../testing/sign-in.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { ChatRoom } from './ChatRoom.tsx'

const person = (id: string): OnlineUser => ({
  id,
  username: id,
  displayName: `Person ${id}`,
  photoURL: null,
  isOnline: true,
  isPlaying: false,
  currentTrack: null,
  customStatus: '',
})
const PEOPLE = ['eins', 'zwei', 'drei', 'vier', 'fünf'].map(person)

test('beside the docked player the list of people is a button with their number, which opens it', async () => {
  await page.viewport(1440, 900)
  startTestChat().on(listMessages, () => ({
    messages: [],
    hasMore: false,
    revision: 0,
    deletedIds: [],
    changed: [],
    ownReactions: [],
    pins: [],
  }))
  startFakeSocket()
  usePeople.setState({
    online: PEOPLE,
    offline: [],
    byId: new Map(PEOPLE.map((each) => [each.id, each])),
    isKnown: true,
  })
  await render(
    <TestApp>
      <ChatRoom user={aUser()} />
    </TestApp>,
  )
  const list = page.getByRole('complementary', { name: 'Benutzer', exact: true })
  const open = page.getByRole('button', { name: 'Online und offline anzeigen, 5 online', exact: true })
  await expect.element(list).toBeVisible()
  await expect.element(open).not.toBeInTheDocument()

  // The player sets this attribute while its large view is docked.
  const undock = markRoot('data-docked-player')
  onTestFinished(undock)
  await expect.element(open).toHaveTextContent('5 online')
  await expect.element(list).not.toBeInTheDocument()
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Benutzer', exact: true })
  await expect.element(dialog.getByText('Person fünf', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(open).toHaveFocus()

  undock()
  await expect.element(list).toBeVisible()
  await expect.element(open).not.toBeInTheDocument()
})

const HOUR = 60 * 60 * 1000

test('an open room at rest calls the server for nothing; numbers of unread messages come with the connection', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  })
  onTestFinished(() => void vi.useRealTimers())
  const okan = { userId: 'okan', username: 'okan', displayName: 'Okan S.' }
  const { socket } = await renderChatRoom({ messages: [aMessage('a', okan), aMessage('b', okan)] })
  const calls = vi.spyOn(globalThis, 'fetch')
  await expect.element(page.getByText('Nachricht b', { exact: true })).toBeVisible()
  await vi.advanceTimersByTimeAsync(HOUR / 60)
  calls.mockClear()
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(calls.mock.calls.map(([address]) => address)).toEqual([])
  // Another device has read further: this is announced, and read once.
  socket.emit({ type: 'chatRead', lastReadId: 'c' })
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(calls.mock.calls.map(([address]) => address)).toEqual(['/api/chat/read'])
})
