import {
  deleteMessage,
  getReadMark,
  markUnread,
  postMessage,
  ROOM_ID,
  setReadMark,
} from '@tonarchiv/contract/chat'
import {
  addReaction,
  editMessage,
  editTooLate,
  listReactors,
  listVersions,
  pinMessage,
  removeReaction,
} from '@tonarchiv/contract/chat-changes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { closeBlockQuestion, useBlockQuestion } from '#features/presence/index.ts'
import { aMessage } from '../../../testing/a-message.ts'
import { renderChatRoom } from '../../../testing/chat-room.tsx'
import { expectAccessible } from '../../../testing/expect-accessible.ts'
import { refuse } from '../../../testing/fake-server.ts'
import { unreadOf } from '../reading/unread-store.ts'

const okan = { userId: 'okan', username: 'okan', displayName: 'Okan S.' }
/** A message of the member, sent a minute ago. */
const own = (id: string, content = `Nachricht ${id}`) =>
  aMessage(id, { content, createdAt: new Date(Date.now() - 60_000).toISOString() })

const list = page.getByRole('list', { name: 'Nachrichten', exact: true })
const article = (text: string) => list.getByRole('article').filter({ hasText: text })
const field = page.getByRole('textbox', { name: 'Nachricht', exact: true })
const item = (name: string) => page.getByRole('menuitem', { name, exact: true })

/** Moves the focus to a message, as a press on it does. */
async function focusOn(text: string): Promise<void> {
  await expect.element(article(text)).toBeVisible()
  const element = article(text).element()
  if (element instanceof HTMLElement) element.focus()
  await expect.element(article(text)).toHaveFocus()
}

async function openMenu(text: string): Promise<void> {
  await focusOn(text)
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  await expect.element(item('Antworten')).toHaveFocus()
}

test('R answers the focused message: it is quoted above the field and sent with the reply', async () => {
  const { server } = await renderChatRoom({ messages: [aMessage('a', { ...okan, content: 'Wer kommt?' })] })
  const sent: unknown[] = []
  server.on(postMessage, (body) => {
    const { replyTo, message } = postMessage.body.parse(body)
    sent.push({ replyTo, message })
    return { success: true, message: own('b', message) }
  })
  await focusOn('Wer kommt?')
  await userEvent.keyboard('r')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('placeholder', 'Antwort an Okan S.')
  const quote = page.getByRole('button', { name: /^Antwort auf Okan S\./ })
  await expect.element(quote).toHaveAccessibleName('Antwort auf Okan S. Wer kommt? Zur Nachricht springen')
  await expectAccessible()
  await userEvent.keyboard('Ich!{Enter}')
  await expect.poll(() => sent).toEqual([{ replyTo: 'a', message: 'Ich!' }])
  await expect.element(field).toHaveAttribute('placeholder', 'Nachricht schreiben')
})

test('Escape discards the answer and keeps the text', async () => {
  await renderChatRoom({ messages: [aMessage('a', okan)] })
  await field.fill('Entwurf')
  await focusOn('Nachricht a')
  await userEvent.keyboard('r')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Antwort verwerfen' })).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('Entwurf')
})

test('a quote jumps to its message, and that of a deleted one is no button', async () => {
  const quoted = { id: 'a', userId: 'okan', displayName: 'Okan S.', mediaType: null, thumbnailUrl: null }
  await renderChatRoom({
    messages: [
      aMessage('a', { ...okan, content: 'Wer kommt?' }),
      own('b', 'Ich'),
      aMessage('c', { ...okan, content: 'Gut', replyTo: { ...quoted, excerpt: 'Wer kommt?' } }),
      aMessage('d', { ...okan, content: 'Schade', replyTo: { ...quoted, displayName: '', excerpt: null } }),
    ],
  })
  const gone = article('Schade')
  await expect.element(gone.getByText('Ursprüngliche Nachricht gelöscht', { exact: true })).toBeVisible()
  await expect.element(gone.getByRole('button', { name: /^Antwort auf/ })).not.toBeInTheDocument()
  await page.getByRole('button', { name: /^Antwort auf Okan S\./ }).click()
  await expect.element(list.getByRole('article').first()).toHaveFocus()
})

test('the up arrow in the empty field edits the last own message, and Escape brings the draft back', async () => {
  const { server } = await renderChatRoom({ messages: [own('a', 'Tipfehler'), aMessage('b', okan)] })
  const edits: string[] = []
  server.on(editMessage, (body) => {
    const { message } = editMessage.body.parse(body)
    edits.push(message)
    return { message: { ...own('a', message), editedAt: new Date().toISOString() }, revision: 2 }
  })
  await expect.element(article('Tipfehler')).toBeVisible()
  await field.click()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(field).toHaveValue('Tipfehler')
  await expect.element(page.getByText('Nachricht bearbeiten', { exact: true })).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Sprachnachricht aufnehmen' }))
    .not.toBeInTheDocument()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('')
  await userEvent.keyboard('{ArrowUp}')
  await field.fill('Tippfehler')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('')
  await expect.element(article('Tippfehler').getByText('bearbeitet', { exact: true })).toBeVisible()
  expect(edits).toEqual(['Tippfehler'])
})

test('an edit that is rejected is in the field again, with the reason', async () => {
  const { server } = await renderChatRoom({ messages: [own('a', 'alt')] })
  server.on(editMessage, () => refuse(editTooLate))
  await focusOn('alt')
  await userEvent.keyboard('e')
  await field.fill('neu')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(editTooLate.text)).toBeVisible()
  await expect.element(field).toHaveValue('neu')
  await expect.element(page.getByText('Nachricht bearbeiten', { exact: true })).toBeVisible()
})

test('a message that is older than a quarter of an hour is not edited', async () => {
  await renderChatRoom({ messages: [aMessage('a', { createdAt: '2026-01-01T12:00:00.000Z' })] })
  await openMenu('Nachricht a')
  await expect.element(item('Löschen')).toBeVisible()
  await expect.element(item('Bearbeiten')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await field.click()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(field).toHaveValue('')
})

test('a reaction is added and taken back by a press, and names who has reacted', async () => {
  const reactions = [{ emoji: '🔥', count: 7, userIds: ['okan', 'lene'], since: 1 }]
  const { server } = await renderChatRoom({ messages: [aMessage('a', { ...okan, reactions })] })
  const calls: string[] = []
  server.on(addReaction, () => {
    calls.push('added')
    return { revision: 2 }
  })
  server.on(removeReaction, () => {
    calls.push('removed')
    return { revision: 3 }
  })
  server.on(listReactors, () => ({
    people: [{ id: 'okan', username: 'okan', displayName: 'Okan S.', photoURL: null }],
    hasMore: false,
  }))
  const fire = (count: number) => page.getByRole('button', { name: `🔥 ${count}`, exact: true })
  await fire(7).click()
  await expect.element(fire(8)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByText('Du und 7 weitere', { exact: true })).toBeVisible()
  await expectAccessible()
  await fire(8).click()
  await expect.element(fire(7)).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => calls).toEqual(['added', 'removed'])
  await fire(7).click({ button: 'right' })
  const reactors = page.getByRole('dialog', { name: 'Reaktionen mit 🔥', exact: true })
  await expect.element(reactors.getByText('Okan S.', { exact: true })).toBeVisible()
  await expectAccessible()
})

test('the keys of a message: arrows move, the right one leads into its bar, and letters that do nothing write', async () => {
  await renderChatRoom({ messages: [aMessage('a', okan), aMessage('b', okan), own('c')] })
  await focusOn('Nachricht c')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(article('Nachricht b')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  const bar = article('Nachricht b').getByRole('toolbar', { name: 'Nachricht von Okan S.', exact: true })
  await expect.element(bar.getByRole('button', { name: 'Mit 🔥 reagieren', exact: true })).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  await expect.element(bar.getByRole('button', { name: 'Antworten', exact: true })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(article('Nachricht b')).toHaveFocus()
  // Only authors delete and edit.
  await userEvent.keyboard('{Delete}e')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('e')
  await expect.element(article('Nachricht b')).toBeVisible()
})

test('the messages are one stop of Tab; Enter leads to the controls of one, Tab through them, and Escape back', async () => {
  const quoted = { id: 'a', userId: 'okan', displayName: 'Okan S.', mediaType: null, thumbnailUrl: null }
  const reactions = [{ emoji: '🔥', count: 1, userIds: ['okan'], since: 1 }]
  await renderChatRoom({
    messages: [
      aMessage('a', { ...okan, content: 'Siehe https://example.org/a' }),
      aMessage('c', { ...okan, content: 'Mehr: https://example.org/c', reactions }),
      aMessage('d', { ...okan, replyTo: { ...quoted, excerpt: 'Siehe' }, content: 'Und' }),
    ],
  })
  const attach = page.getByRole('button', { name: /^Anhängen: / })
  await focusOn('Und')
  await userEvent.tab({ shift: true })
  const search = page.getByRole('button', { name: 'Nachrichten durchsuchen', exact: true })
  await expect.element(search).toHaveFocus()
  await userEvent.tab()
  await expect.element(article('Und')).toHaveFocus()
  await userEvent.tab()
  await expect.element(attach).toHaveFocus()
  await userEvent.tab({ shift: true })
  await expect.element(article('Und')).toHaveFocus()

  await userEvent.keyboard('{ArrowUp}{Enter}')
  const link = article('Mehr').getByRole('link', { name: 'https://example.org/c', exact: true })
  await expect.element(link).toHaveFocus()
  await expectAccessible()
  await userEvent.tab()
  const fire = article('Mehr').getByRole('button', { name: '🔥 1', exact: true })
  await expect.element(fire).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(article('Mehr')).toHaveFocus()
  await userEvent.tab()
  await expect.element(attach).toHaveFocus()
})

test('after a deletion from the menu the next message has the focus', async () => {
  await renderChatRoom({ messages: [own('a'), own('b'), own('c')] })
  await openMenu('Nachricht b')
  await item('Löschen').click()
  await expect.element(article('Nachricht b')).not.toBeInTheDocument()
  await expect.element(article('Nachricht c')).toHaveFocus()
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect.element(article('Nachricht b')).toBeVisible()
  await expect.element(article('Nachricht c')).toHaveFocus()
})

test('after an own message was deleted with a key, “Rückgängig” has the focus, and then the next message', async () => {
  await renderChatRoom({ messages: [own('a'), own('b'), aMessage('c', okan)] })
  const undo = page.getByRole('button', { name: 'Rückgängig', exact: true })
  await focusOn('Nachricht b')
  await userEvent.keyboard('{Delete}')
  await expect.element(article('Nachricht b')).not.toBeInTheDocument()
  await expect.element(undo).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(article('Nachricht b')).toBeVisible()
  await expect.element(article('Nachricht c')).toHaveFocus()
  await openMenu('Nachricht a')
  await userEvent.keyboard('{End}{Enter}')
  await expect.element(article('Nachricht a')).not.toBeInTheDocument()
  await expect.element(undo).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(undo).not.toBeInTheDocument()
  await expect.element(article('Nachricht b')).toHaveFocus()
})

test('the menu offers what the member may do, and admins are asked before they delete', async () => {
  const { server } = await renderChatRoom({
    messages: [aMessage('a', okan), own('b')],
    user: { isAdmin: true },
  })
  let deleted = 0
  server.on(deleteMessage, () => {
    deleted += 1
    return { success: true }
  })
  const pins: string[] = []
  server.on(pinMessage, () => {
    pins.push('pinned')
    return { revision: 2 }
  })
  await openMenu('Nachricht b')
  await expect.element(item('Bearbeiten')).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await openMenu('Nachricht a')
  await expect.element(item('Bearbeiten')).not.toBeInTheDocument()
  await item('Anpinnen').click()
  const bar = page.getByRole('region', { name: 'Angepinnte Nachrichten', exact: true })
  await expect.element(bar).toBeVisible()
  expect(pins).toEqual(['pinned'])
  await openMenu('Nachricht a')
  await item('Löschen').click()
  const question = page.getByRole('alertdialog', { name: 'Nachricht löschen', exact: true })
  await expectAccessible()
  expect(deleted).toBe(0)
  await question.getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect.element(article('Nachricht a')).not.toBeInTheDocument()
  expect(deleted).toBe(1)
})

test('the menu of a message of another member has all entries in their order', async () => {
  await renderChatRoom({ messages: [aMessage('a', okan)], user: { isAdmin: true } })
  await openMenu('Nachricht a')
  const menu = page.getByRole('menu', { name: 'Nachricht von Okan S.', exact: true })
  const names = () =>
    menu
      .getByRole('menuitem')
      .all()
      .map((each) => each.element().textContent)
  const before = ['AntwortenR', 'Text kopierenC', 'Link zur Nachricht', 'Ab hier ungelesenU', 'Anpinnen']
  expect(names()).toEqual([...before, 'Melden…', 'Okan S. blockieren…', 'Löschen'])
  await item('Okan S. blockieren…').click()
  expect(useBlockQuestion.getState().person).toMatchObject({ id: 'okan', username: 'okan' })
  closeBlockQuestion()
})

const unreadLine = page.getByRole('separator', { name: 'Neue Nachrichten', exact: true })

/** Answers the calls of the read mark; `read` has the marks that the page has sent. */
function watchReading(server: Awaited<ReturnType<typeof renderChatRoom>>['server']) {
  const calls = { read: Array<string>(), unread: Array<string>() }
  server.on(setReadMark, (sent) => {
    const { lastReadId } = setReadMark.body.parse(sent)
    calls.read.push(lastReadId)
    return { lastReadId, unread: 0 }
  })
  server.on(markUnread, (sent) => {
    calls.unread.push(markUnread.body.parse(sent).messageId)
    return { lastReadId: 'a', unread: 2 }
  })
  return calls
}

test('U makes a message and all later ones unread: the line stands before it, and what is read moves back', async () => {
  const { server } = await renderChatRoom({
    messages: [aMessage('a', okan), aMessage('b', okan), aMessage('c', okan), own('d')],
  })
  const calls = watchReading(server)
  await focusOn('Nachricht d')
  // Own messages are never unread.
  await userEvent.keyboard('u')
  await focusOn('Nachricht b')
  await userEvent.keyboard('u')
  await expect.element(unreadLine).toBeVisible()
  expect(unreadOf(ROOM_ID).getState()).toEqual({ lastReadId: 'a', count: 2 })
  expect(calls).toEqual({ read: [], unread: ['b'] })
  await expect.element(article('Nachricht b')).toHaveFocus()
  await expectAccessible()
})

test('messages that another device has made unread are unread here, too', async () => {
  const { server, socket } = await renderChatRoom({ messages: [aMessage('a', okan), aMessage('b', okan)] })
  watchReading(server)
  await expect.element(article('Nachricht b')).toBeVisible()
  // This answer replaces the mark that is loaded at the start, so that the calls after the event can be counted.
  // Direct conversations that earlier tests have opened in this browser page load theirs, too.
  let loaded = 0
  server.on(getReadMark, (_sent, query) => {
    if (!query.has('conversationId')) loaded += 1
    return { lastReadId: 'b', unread: 0 }
  })
  socket.emit({ type: 'chatRead', lastReadId: 'c' })
  await expect.poll(() => loaded).toBe(1)
  server.on(getReadMark, () => ({ lastReadId: 'a', unread: 1 }))
  socket.emit({ type: 'chatRead', lastReadId: 'a', unreadFrom: 'b' })
  await expect.element(unreadLine).toBeVisible()
  expect(unreadOf(ROOM_ID).getState()).toEqual({ lastReadId: 'a', count: 1 })
})

test('“bearbeitet” is a text for members; for admins it opens the earlier texts', async () => {
  const edited = aMessage('a', { ...okan, content: 'neu', editedAt: '2026-11-21T09:40:00.000Z' })
  await renderChatRoom({ messages: [edited] })
  await expect.element(article('neu').getByText('bearbeitet', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Bearbeitet/ })).not.toBeInTheDocument()
})

test('admins see the texts that a message had', async () => {
  const edited = aMessage('a', { ...okan, content: 'neu', editedAt: '2026-11-21T09:40:00.000Z' })
  const { server } = await renderChatRoom({ messages: [edited], user: { isAdmin: true } })
  server.on(listVersions, () => ({
    versions: [
      { content: 'alt', writtenAt: '2026-11-21T09:38:00.000Z' },
      { content: 'neu', writtenAt: '2026-11-21T09:40:00.000Z' },
    ],
  }))
  await page.getByRole('button', { name: 'Bearbeitet, 10:40. Verlauf anzeigen', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Verlauf der Nachricht', exact: true })
  await expect.element(dialog.getByText('alt', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('10:38', { exact: true })).toBeVisible()
  await expectAccessible()
})
