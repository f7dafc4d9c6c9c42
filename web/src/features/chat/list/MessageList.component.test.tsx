import { listMessages, setReadMark } from '@tonarchiv/contract/chat'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aMessage } from '../../../testing/a-message.ts'
import { renderChatRoom } from '../../../testing/chat-room.tsx'
import { expectAccessible } from '../../../testing/expect-accessible.ts'
import { holdFrames } from '../../../testing/hold-frames.ts'
import { roomChat } from '../state/chat-instance.ts'

/** Messages of another member, `m100` and later ones, a minute apart, the last one at 12:00 in Berlin. */
function messagesOf(count: number) {
  const last = Date.parse('2026-11-21T11:00:00.000Z')
  return Array.from({ length: count }, (_, index) =>
    aMessage(`m${100 + index}`, {
      userId: index % 2 === 0 ? 'okan' : 'lene',
      username: index % 2 === 0 ? 'okan' : 'lene',
      displayName: index % 2 === 0 ? 'Okan S.' : 'Lene M.',
      createdAt: new Date(last - (count - 1 - index) * 60_000).toISOString(),
    }),
  )
}

const history = page.getByRole('region', { name: 'Verlauf', exact: true })
const message = (id: string) => history.getByText(`Nachricht ${id}`, { exact: true })
const unreadMark = history.getByRole('separator', { name: 'Neue Nachrichten', exact: true })

/** Whether a message is in the visible part of the list, which mounts only those near it. */
function isInView(id: string): boolean {
  const box = message(id).query()?.getBoundingClientRect()
  const { top, bottom } = history.element().getBoundingClientRect()
  return box !== undefined && box.top >= top && box.bottom <= bottom
}

const inView = (id: string) => expect.poll(() => isInView(id)).toBe(true)
const outOfView = (id: string) => expect.poll(() => isInView(id)).toBe(false)

/** Scrolls as a reader does. */
async function scrollBy(pixels: number): Promise<void> {
  const list = history.element()
  list.dispatchEvent(new WheelEvent('wheel', { bubbles: true }))
  list.scrollBy(0, pixels)
}

test('a room without anything new opens at its end, and a button leads back there from a screen above', async () => {
  await renderChatRoom({ messages: messagesOf(60) })
  await inView('m159')
  await expect.element(unreadMark).not.toBeInTheDocument()
  await scrollBy(-200)
  const toEnd = page.getByRole('button', { name: 'Zum Ende', exact: true })
  await expect.element(toEnd).not.toBeInTheDocument()
  await scrollBy(-1500)
  await expect.element(toEnd).toBeVisible()
  await expectAccessible()
  await toEnd.click()
  await inView('m159')
  await expect.element(toEnd).not.toBeInTheDocument()
})

test('the first frame has only the rows in view, without the actions of messages; the rest follows unannounced', async () => {
  const runFrames = holdFrames()
  await renderChatRoom({ messages: messagesOf(60) })
  await inView('m159')
  const rows = () => [...history.element().querySelectorAll('li')]
  const bars = () => history.element().querySelectorAll('[data-bar]').length
  const { top } = history.element().getBoundingClientRect()
  expect(rows().filter((row) => row.getBoundingClientRect().bottom < top)).toEqual([])
  expect(bars()).toBe(0)
  // The active message has its actions at once.
  const [newest] = history.element().querySelectorAll<HTMLElement>('article[tabindex="0"]')
  newest?.focus()
  await expect.poll(bars).toBe(1)
  expect(newest?.querySelector('[data-bar]')).not.toBeNull()
  const before = rows().length
  const announced: string[] = []
  const list = history.getByRole('list', { name: 'Nachrichten', exact: true }).element()
  const watching = new MutationObserver(() => announced.push(list.getAttribute('aria-live') ?? ''))
  watching.observe(list, { childList: true })
  runFrames()
  await expect.poll(() => rows().length).toBeGreaterThan(before)
  await expect.poll(bars).toBe(history.element().querySelectorAll('article').length)
  await expect.poll(() => list.getAttribute('aria-live')).toBe('polite')
  expect(new Set(announced)).toEqual(new Set(['off']))
  watching.disconnect()
  expect(isInView('m159')).toBe(true)
})

test('where many messages are loaded, older ones are read when the reader comes near the first one', async () => {
  const { server } = await renderChatRoom({ messages: messagesOf(120), hasOlder: true })
  const read: (string | null)[] = []
  server.on(listMessages, (_sent, query) => {
    read.push(query.get('before'))
    const messages = [aMessage('m099')]
    return {
      messages,
      hasMore: false,
      revision: 1,
      deletedIds: [],
      changed: [],
      ownReactions: [],
      pins: [],
    }
  })
  await inView('m219')
  expect(read).toEqual([])
  await scrollBy(-100_000)
  await expect.poll(() => read).toEqual(['m100'])
  await expect.poll(() => roomChat.state.getState().log.hasOlder).toBe(false)
  await scrollBy(-100_000)
  await inView('m099')
})

test('the first message stays in view when older ones of the same day come', async () => {
  const messages = messagesOf(120)
  const { server } = await renderChatRoom({ messages, hasOlder: true })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  server.on(listMessages, async () => {
    await released
    return {
      messages: Array.from({ length: 50 }, (_, index) =>
        aMessage(`m0${index + 50}`, { userId: 'lene', createdAt: '2026-11-21T07:00:00.000Z' }),
      ),
      hasMore: true,
      revision: 1,
      deletedIds: [],
      changed: [],
      ownReactions: [],
      pins: [],
    }
  })
  await inView('m219')
  await scrollBy(-100_000)
  await inView('m100')
  release()
  await expect.poll(() => roomChat.state.getState().log.messages.length).toBe(170)
  await inView('m100')
  await outOfView('m050')
})

test('a room that was left opens at its end again, at messages that have become longer meanwhile', async () => {
  const messages = messagesOf(60).map((each) =>
    aMessage(each.id, { ...each, createdAt: new Date(Date.now() - 86_400_000).toISOString() }),
  )
  const { socket, leave, enterAgain } = await renderChatRoom({ messages })
  await inView('m159')
  await leave()
  const payload = { content: 'länger\n'.repeat(8), mentions: [], editedAt: new Date().toISOString() }
  socket.emit({ type: 'chatChange', kind: 'edit', messageId: 'm158', payload, revision: 2 })
  await expect.poll(() => roomChat.state.getState().log.revision).toBe(2)
  await enterAgain()
  await inView('m159')
  await expect.element(history.getByRole('article').filter({ hasText: 'länger' })).toBeInViewport()
  await expect.element(page.getByText('Gestern', { exact: true })).toBeInViewport()
  await expect.element(page.getByRole('button', { name: 'Zum Ende', exact: true })).not.toBeInTheDocument()
})

test('Escape in the empty field shows the newest messages', async () => {
  await renderChatRoom({ messages: messagesOf(60) })
  await inView('m159')
  const field = page.getByRole('textbox', { name: 'Nachricht', exact: true })
  await field.fill('noch nicht')
  await scrollBy(-1500)
  await outOfView('m159')
  await userEvent.keyboard('{Escape}')
  await outOfView('m159')
  await field.fill('')
  await userEvent.keyboard('{Escape}')
  await inView('m159')
})

test('the day of the messages in view stays at the top, unless its divider is there', async () => {
  const yesterday = messagesOf(60).map((each) =>
    aMessage(each.id, { ...each, createdAt: new Date(Date.now() - 86_400_000).toISOString() }),
  )
  await renderChatRoom({ messages: yesterday })
  await inView('m159')
  const days = page.getByText('Gestern', { exact: true })
  await expect.element(days).toBeInViewport()
  await scrollBy(-100_000)
  await inView('m100')
  // The divider alone.
  await expect.poll(() => days.all().length).toBe(1)
  await expect.element(history.getByText('Gestern', { exact: true })).toBeInViewport()
})

test('a room opens at its first unread message, and what is in view for a second is read', async () => {
  const { server } = await renderChatRoom({
    messages: messagesOf(60),
    readMark: { lastReadId: 'm119', unread: 40 },
  })
  const read: string[] = []
  server.on(setReadMark, (sent) => {
    const { lastReadId } = setReadMark.body.parse(sent)
    read.push(lastReadId)
    return { lastReadId, unread: 0 }
  })
  await expect.element(unreadMark).toBeInViewport()
  await inView('m120')
  const button = page.getByRole('button', { name: /^\d+ neue Nachrichten$/ })
  await expect.element(button).toBeVisible()
  await expectAccessible()
  // Messages below the visible part are still unread.
  await expect.poll(() => read.at(-1)).toMatch(/^m1[23]\d$/)
  await button.click()
  await expect.poll(() => read.at(-1)).toBe('m159')
  await inView('m159')
  // The mark stays until the room is left.
  await scrollBy(-100_000)
  await scrollBy(1000)
  await expect.element(unreadMark).toBeInTheDocument()
})

test('buttons lead to the mentions one after the other, and back to the first unread message', async () => {
  const messages = messagesOf(60).map((each) =>
    each.id === 'm135' || each.id === 'm150'
      ? aMessage(each.id, { ...each, mentions: [{ userId: 'mila', username: 'mila_k' }] })
      : each,
  )
  await renderChatRoom({ messages, readMark: { lastReadId: 'm109', unread: 50 } })
  await expect.element(unreadMark).toBeInViewport()
  await page.getByRole('button', { name: '2 Erwähnungen, anzeigen', exact: true }).click()
  await inView('m135')
  await expect
    .element(page.getByRole('article', { name: /^Lene M\., / }).filter({ hasText: 'm135' }))
    .toHaveFocus()
  await page.getByRole('button', { name: '1 Erwähnung, anzeigen', exact: true }).click()
  await inView('m150')
  await expect.element(unreadMark).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Erste neue', exact: true }).click()
  await expect.element(unreadMark).toBeInViewport()
})

test('of a group of own messages the last one has the time, with two digits', async () => {
  const own = ['m1', 'm2'].map((id) => aMessage(id, { createdAt: '2026-11-21T02:17:00.000Z' }))
  await renderChatRoom({ messages: own })
  await expect.element(message('m2')).toBeVisible()
  await expect.poll(() => history.getByText('03:17', { exact: true }).all().length).toBe(1)
})

test('each message has the direction of its own script', async () => {
  const okan = { userId: 'okan', displayName: 'Okan S.' }
  await renderChatRoom({
    messages: [
      aMessage('a', { ...okan, content: 'مرحبا يا أصدقاء' }),
      aMessage('b', { ...okan, content: 'Hallo zusammen' }),
    ],
  })
  const directionOf = (text: string) =>
    getComputedStyle(history.getByText(text, { exact: true }).element()).direction
  await expect.element(history.getByText('Hallo zusammen', { exact: true })).toBeVisible()
  expect([directionOf('مرحبا يا أصدقاء'), directionOf('Hallo zusammen')]).toEqual(['rtl', 'ltr'])
})
