import { listMessages, postMessage, getReadMark, setReadMark } from '@tonarchiv/contract/chat'
import { resolveCards } from '@tonarchiv/contract/cards'
import {
  getConversation,
  listConversations,
  muteConversation,
  type DirectConversation,
} from '@tonarchiv/contract/conversations'
import { searchMessages } from '@tonarchiv/contract/message-search'
import { acceptRequest, blockMember, listBlocks, listFriends } from '@tonarchiv/contract/friends'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startPresence } from '#features/presence/index.ts'
import { closeProfile, useProfileDialog } from '#features/presence/profile-dialog.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { aConversation } from '../testing/a-conversation.ts'
import { aMessage } from '../testing/a-message.ts'
import { startTestChat } from '../testing/chat-with-composer.tsx'
import { startFakeSocket } from '../testing/fake-socket.ts'
import { MessagesPage } from './MessagesPage.tsx'
import { Toaster } from '#ui/components/overlays/Toaster.tsx'
import { startConversations } from '#features/conversations/index.ts'

const person = (id: string, displayName: string) => ({ id, username: id, displayName, photoURL: null })
const okan = person('okan', 'Okan S.')
const rille = person('rillenfreund', 'rillenfreund')

interface Given {
  conversations: DirectConversation[]
  /** A conversation that is not in the list. */
  alone?: DirectConversation
  path?: string
}

/** The page of conversations with a fake server and socket. */
async function showPage({ conversations, alone, path = '/messages' }: Given) {
  const server = startTestChat()
  const socket = startFakeSocket()
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const sent: unknown[] = []
  server.on(listConversations, () => ({ conversations }))
  if (alone) server.on(getConversation, () => ({ conversation: alone }))
  server.on(listBlocks, () => ({ blocked: [] }))
  server.on(listFriends, () => ({ friends: [], friendRequests: [], sentRequests: [] }))
  server.on(getReadMark, () => ({ lastReadId: null, unread: 0 }))
  server.on(setReadMark, () => ({ lastReadId: null, unread: 0 }))
  server.on(listMessages, (_sent, query) => {
    expect(query.get('conversationId')).toBe('eins')
    return {
      messages: [
        aMessage('a', { userId: 'okan', displayName: 'Okan S.', content: 'Bist du da?' }),
        aMessage('b', { content: 'Ja' }),
        aMessage('c', { content: 'Und du?' }),
      ],
      hasMore: false,
      revision: 3,
      deletedIds: [],
      changed: [],
      ownReactions: [],
    }
  })
  server.on(postMessage, (body) => {
    sent.push(body)
    return { success: true, message: aMessage('d', { content: 'Neu' }) }
  })
  onTestFinished(startConversations(cache))
  onTestFinished(startPresence())
  await render(
    <MemoryRouter initialEntries={[path]}>
      <QueryClientProvider client={cache}>
        {/* The space that the shell gives to the page. */}
        <div style={{ display: 'flex', height: '100dvh' }}>
          <Routes>
            <Route path="messages" element={<MessagesPage />} />
            <Route path="messages/:id" element={<MessagesPage />} />
          </Routes>
        </div>
        <Toaster />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return { server, socket, sent }
}

const friendly = (more: Partial<DirectConversation> = {}) =>
  aConversation('eins', { person: okan, lastMessage: aMessage('c', { content: 'Und du?' }), ...more })

test('the list shows requests apart, what is unread and read, and finds names', async () => {
  await page.viewport(1440, 900)
  await showPage({
    conversations: [
      friendly({ theirReadId: 'c' }),
      aConversation('zwei', {
        person: rille,
        request: { id: 'r', isReceived: true },
        writing: 'once',
        unread: 1,
        lastMessage: aMessage('x', { userId: 'rillenfreund', content: 'Hallo, wegen dem Band' }),
      }),
    ],
  })
  const requests = page.getByRole('region', { name: 'Anfragen', exact: true })
  await expect
    .element(requests.getByRole('link', { name: /rillenfreund .*Hallo, wegen dem Band.* 1 ungelesen/ }))
    .toBeVisible()
  const others = page.getByRole('region', { name: 'Gespräche', exact: true })
  await expect.element(others.getByRole('link', { name: /Okan S\. .*Du: Und du\?.*Gelesen/ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Gespräch suchen', exact: true }).fill('rille')
  await expect.element(others).not.toBeInTheDocument()
  await page.getByRole('searchbox', { name: 'Gespräch suchen', exact: true }).fill('niemand')
  await expect.element(page.getByText('Kein Gespräch gefunden', { exact: true })).toBeVisible()
})

test('without any conversation the page says how to begin one', async () => {
  await page.viewport(390, 844)
  await showPage({ conversations: [] })
  await expect.element(page.getByText('Noch keine Nachrichten', { exact: true })).toBeVisible()
  await expect
    .element(page.getByText('Schreib jemandem aus deiner Freundesliste.', { exact: true }))
    .toBeVisible()
})

test('a message is sent to its conversation, and „Gelesen“ stands below the last read one only', async () => {
  await page.viewport(1440, 900)
  const { socket, sent } = await showPage({
    conversations: [friendly({ theirReadId: 'b' })],
    path: '/messages/eins',
  })
  const conversation = page.getByRole('region', { name: 'Gespräch mit Okan S.', exact: true })
  await expect.element(conversation.getByText('Und du?', { exact: true })).toBeVisible()
  await expect.element(conversation.getByText('Gelesen', { exact: true })).toHaveLength(1)
  socket.emit({ type: 'theirRead', conversationId: 'eins', lastReadId: 'c' })
  const last = conversation.getByRole('article').last()
  await expect.element(last.getByText('Gelesen', { exact: true })).toBeVisible()
  await expect.element(conversation.getByText('Gelesen', { exact: true })).toHaveLength(1)
  const field = page.getByRole('textbox', { name: 'Nachricht', exact: true })
  await expect.element(field).toHaveAttribute('placeholder', 'Nachricht an Okan S.')
  await field.fill('Neu')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent).toMatchObject([{ message: 'Neu', conversationId: 'eins' }])
})

test('messages and typing of the room and of other conversations do not appear in it', async () => {
  await page.viewport(1440, 900)
  const { socket } = await showPage({ conversations: [friendly()], path: '/messages/eins' })
  const conversation = page.getByRole('region', { name: 'Gespräch mit Okan S.', exact: true })
  await expect.element(conversation.getByText('Und du?', { exact: true })).toBeVisible()
  const typing = { type: 'typing', userId: 'okan', displayName: 'Okan S.', isTyping: true } as const
  socket.emit({ type: 'chatMessage', message: aMessage('e', { content: 'Für alle' }), revision: 4 })
  socket.emit({ ...typing, userId: 'raum', username: 'im_raum', displayName: 'Im Raum' })
  socket.emit({
    type: 'chatMessage',
    message: aMessage('f', { userId: 'okan', content: 'Für dich' }),
    revision: 4,
    conversationId: 'eins',
  })
  await expect.element(conversation.getByText('Für dich', { exact: true })).toBeVisible()
  const line = conversation.getByText('Okan S. schreibt...', { exact: true })
  // Sent repeatedly, as by a member who goes on typing. Each message counts for only three seconds, in which a slow
  // browser may not check the page.
  await expect
    .poll(() => {
      socket.emit({ ...typing, username: 'okan_s', conversationId: 'eins' })
      return line.query()
    })
    .toBeVisible()
  await expect.element(conversation.getByText('Für alle', { exact: true })).not.toBeInTheDocument()
})

test('a request is answered once, or accepted above its messages', async () => {
  await page.viewport(390, 844)
  const request = { id: 'r', isReceived: true }
  const conversations = [friendly({ person: rille, writing: 'once', request })]
  const { server, socket } = await showPage({ conversations, path: '/messages/eins' })
  await expect.element(page.getByText('Möchte mit dir befreundet sein', { exact: true })).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Nachricht', exact: true })
  await expect.element(field).toHaveAttribute('placeholder', 'Einmal antworten')

  server.on(listConversations, () => ({
    conversations: [friendly({ person: rille, writing: 'waiting', request })],
  }))
  socket.emit({ type: 'conversationsChanged' })
  const waiting = page.getByText('Warte, bis rillenfreund dich als Freund hat.', { exact: true })
  await expect.element(waiting).toBeVisible()
  await expect.element(field).not.toBeInTheDocument()

  server.on(acceptRequest, () => ({
    success: true,
    friend: { ...rille, isOnline: false, customStatus: '' },
  }))
  await page.getByRole('button', { name: 'Annehmen', exact: true }).click()
  server.on(listConversations, () => ({ conversations: [friendly({ person: rille })] }))
  socket.emit({ type: 'friendsChanged' })
  await expect.element(field).toHaveAttribute('placeholder', 'Nachricht an rillenfreund')
  await expect.element(waiting).not.toBeInTheDocument()
})

test('a blocked member’s conversation is left', async () => {
  await page.viewport(1440, 900)
  const { server } = await showPage({ conversations: [friendly()], path: '/messages/eins' })
  let blocked = 0
  server.on(blockMember, () => {
    blocked += 1
    return { success: true }
  })
  await page.getByRole('button', { name: 'Mehr: Profil, stumm, blockieren', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Okan S. blockieren…', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Okan S. blockieren', exact: true })
  await question.getByRole('button', { name: 'Blockieren', exact: true }).click()
  await expect.element(page.getByText('Kein Gespräch geöffnet', { exact: true })).toBeVisible()
  expect(blocked).toBe(1)
})

test('a conversation is muted in its head, and the list says so', async () => {
  await page.viewport(1440, 900)
  const { server } = await showPage({ conversations: [friendly({ unread: 2 })], path: '/messages/eins' })
  const asked: unknown[] = []
  server.on(muteConversation, (body) => {
    asked.push(body)
    server.on(listConversations, () => ({ conversations: [friendly({ unread: 2, isMuted: true })] }))
    return { success: true }
  })
  const more = page.getByRole('button', { name: 'Mehr: Profil, stumm, blockieren', exact: true })
  await more.click()
  await page.getByRole('menuitem', { name: 'Gespräch stummschalten', exact: true }).click()
  const entry = page.getByRole('link', { name: /Okan S\. .*Stumm.*2 ungelesen/ })
  await expect.element(entry).toBeVisible()
  expect(asked).toEqual([{ isMuted: true }])
  await expect.element(more).toHaveFocus()
  await expectAccessible()
  await more.click()
  await expect.element(page.getByRole('menuitem', { name: 'Nicht mehr stumm', exact: true })).toBeVisible()
})

test.each([
  [1440, 'beside'],
  [390, 'over'],
])('at %i px the messages of the conversation are searched %s it', async (width) => {
  await page.viewport(width, 844)
  const { server } = await showPage({ conversations: [friendly()], path: '/messages/eins' })
  const asked: (string | null)[] = []
  server.on(searchMessages, (_sent, query) => {
    asked.push(query.get('conversationId'))
    const { id, createdAt, content } = aMessage('b', { content: 'Das Metronom' })
    const media = { mediaType: null, mediaDuration: null, isMoment: false }
    return {
      messages: [{ id, createdAt, content, author: okan, ...media }],
      next: null,
      corrected: null,
      terms: ['metronom'],
    }
  })
  await expect.element(page.getByText('Bist du da?', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Control>}f{/Control}')
  const field = page.getByRole('searchbox', { name: 'Nachrichten durchsuchen', exact: true })
  await expect.element(field).toHaveFocus()
  await field.fill('metronom')
  await expect.element(page.getByText('1 Treffer', { exact: true })).toBeVisible()
  expect(new Set(asked)).toEqual(new Set(['eins']))
  await expect.element(page.getByRole('button', { name: 'Von…', exact: true })).not.toBeInTheDocument()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement !== document.body).toBe(true)
  if (width > 1000)
    await expect
      .element(page.getByRole('button', { name: 'In diesem Gespräch suchen', exact: true }))
      .toHaveFocus()
})

test('the head opens the profile and plays what the other member hears', async () => {
  await page.viewport(390, 844)
  const { server, socket } = await showPage({ conversations: [friendly()], path: '/messages/eins' })
  const head = page.getByRole('region', { name: 'Gespräch mit Okan S.', exact: true })
  await head.getByRole('button', { name: 'Profil von Okan S. öffnen', exact: true }).first().click()
  expect(useProfileDialog.getState().userId).toBe('okan')
  closeProfile()
  const track = {
    id: 'lied',
    title: 'Letzte Bahn',
    artist: 'Nordlicht',
    album: 'Nordlicht',
    albumId: 'album',
    coverUrl: '/default-album.jpg',
    duration: 200,
    exclusive: false,
    file: 'lied.mp3',
  }
  server.on(resolveCards, () => ({ cards: [{ state: 'shown' as const, track }] }))
  const heard = { id: 'lied', title: 'Letzte Bahn', artist: 'Nordlicht' }
  socket.emit({
    type: 'userStatus',
    full: true,
    users: [{ ...okan, isOnline: true, isPlaying: true, currentTrack: heard, customStatus: '' }],
  })
  await expect.element(head.getByRole('button', { name: 'Letzte Bahn abspielen', exact: true })).toBeVisible()
  await expectAccessible()
})

test('an ended conversation stays readable', async () => {
  await page.viewport(1440, 900)
  await showPage({ conversations: [], alone: friendly({ writing: 'ended' }), path: '/messages/eins' })
  await expect.element(page.getByText('Ihr könnt euch nicht mehr schreiben.', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Bist du da?', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Nachricht', exact: true })).not.toBeInTheDocument()
})

test('messages of a listening room read the list of conversations only once', async () => {
  await page.viewport(1440, 900)
  const { server, socket } = await showPage({ conversations: [friendly()] })
  const reads = vi.fn(() => ({ conversations: [friendly()] }))
  server.on(listConversations, reads)
  const say = (conversationId: string, id: string) =>
    socket.emit({ type: 'chatMessage', revision: 1, conversationId, message: aMessage(id) })
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  /** How many requests of the list these events plan; each of them waits for 300 ms. */
  const planned = (emit: () => void) => {
    const before = timers.mock.calls.length
    emit()
    return timers.mock.calls.slice(before).filter(([, ms]) => ms === 300).length
  }
  expect(planned(() => say('raum', 'r1'))).toBe(1)
  await expect.poll(() => reads.mock.calls.length).toBe(1)
  const further = () => {
    say('raum', 'r2')
    socket.emit({ type: 'chatRead', conversationId: 'raum', lastReadId: 'r2' })
  }
  expect(planned(further)).toBe(0)
  expect(planned(() => say('neu', 'n1'))).toBe(1)
  await expect.poll(() => reads.mock.calls.length).toBe(2)
  const list = [friendly(), aConversation('neu', { person: rille, lastMessage: aMessage('n1') })]
  server.on(listConversations, () => ({ conversations: list }))
  // A conversation was opened, so that an unknown one may be in the list now.
  socket.emit({ type: 'conversationsChanged' })
  await expect.element(page.getByRole('link', { name: /rillenfreund/ })).toBeVisible()
  expect(reads).toHaveBeenCalledTimes(2)
})
