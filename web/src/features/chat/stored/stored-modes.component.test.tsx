import { cardNotFound, type Card } from '@tonarchiv/contract/cards'
import { listMessages, postMessage, type ChatMessage } from '@tonarchiv/contract/chat'
import { editMessage } from '@tonarchiv/contract/chat-changes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aMessage } from '../../../testing/a-message.ts'
import { field, NO_MESSAGES, renderDisconnected, stored, write } from '../../../testing/disconnected-chat.tsx'
import { refuse } from '../../../testing/fake-server.ts'
import { endSession } from '#features/auth/index.ts'
import { aUser, signInAs } from '../../../testing/sign-in.ts'
import { openDraft, useDraft } from '../composer/draft.ts'
import { startEdit, startReply } from '../composer/mode.ts'
import { roomChat } from '../state/chat-instance.ts'
import { quoteOf } from '../state/quote.ts'

const question = aMessage('000001', { userId: 'okan', displayName: 'Okan', content: 'Kommst du?' })
const own = (): ChatMessage =>
  aMessage('000002', { content: 'Vieleicht', createdAt: new Date().toISOString() })

/** The button of the quote above the field. */
const quote = page.getByRole('button', { name: 'Antwort verwerfen' })
const editing = page.getByText('Nachricht bearbeiten')
const drafts = page.getByRole('list', { name: 'Entwürfe' })

/** A chat with a question of another member and an own message. */
async function renderConversation() {
  const chat = await renderDisconnected()
  const message = own()
  chat.server.on(listMessages, () => ({ ...NO_MESSAGES, messages: [question, message], revision: 2 }))
  await roomChat.open()
  return { ...chat, message }
}

test('a reply that was begun survives a reload with its quote, and is sent as one', async () => {
  const { server, connect } = await renderConversation()
  startReply('room', quoteOf(question))
  await field.fill('Ja, gleich')
  await expect.poll(stored).toMatchObject({ drafts: 1 })
  server.restart()
  await expect.element(field).toHaveValue('Ja, gleich')
  await expect.element(quote).toBeVisible()
  await expect.element(page.getByText('Kommst du?')).toBeVisible()
  connect()
  const replies: unknown[] = []
  server.on(postMessage, (sent) => {
    const { message, replyTo } = postMessage.body.parse(sent)
    replies.push([message, replyTo])
    return { success: true, message: aMessage('000003', { content: message }) }
  })
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => replies).toEqual([['Ja, gleich', question.id]])
  await expect.element(quote).not.toBeInTheDocument()
  await expect.poll(stored).toEqual({ messages: 0, drafts: 0, files: 0 })
})

test('an edit that was begun survives a reload beside the draft of the next message', async () => {
  const { server, message } = await renderConversation()
  await field.fill('Als Nächstes')
  startEdit('room', message)
  await field.fill('Vielleicht')
  await expect.poll(stored).toMatchObject({ drafts: 1 })
  server.restart()
  await roomChat.open()
  await expect.element(field).toHaveValue('Vielleicht')
  await expect.element(editing).toBeVisible()
  const edits: unknown[] = []
  server.on(editMessage, (body) => {
    edits.push(body)
    return {
      message: { ...message, content: 'Vielleicht', editedAt: '2026-11-21T09:40:00.000Z' },
      revision: 3,
    }
  })
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => edits).toMatchObject([{ message: 'Vielleicht' }])
  await expect.element(field).toHaveValue('Als Nächstes')
})

test('an edit whose message was deleted while the page was closed is the text of a new message', async () => {
  const { server, message } = await renderConversation()
  await field.fill('Als Nächstes')
  startEdit('room', message)
  await field.fill('Vielleicht')
  await expect.poll(stored).toMatchObject({ drafts: 1 })
  server.on(listMessages, () => ({ ...NO_MESSAGES, messages: [question], revision: 3 }))
  server.restart()
  await roomChat.open()
  await expect.element(drafts.getByText('Vielleicht', { exact: true })).toBeVisible()
  await expect.element(field).toHaveValue('Als Nächstes')
  await expect.element(editing).not.toBeInTheDocument()
})

test('an edit whose message is deleted meanwhile is the text of a new message; an unchanged one is gone', async () => {
  const { message } = await renderConversation()
  startEdit('room', message, 'Vielleicht')
  await expect.element(field).toHaveValue('Vielleicht')
  roomChat.receive({ type: 'chatMessageDeleted', id: message.id, revision: 3 })
  await expect.element(editing).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('Vielleicht')
  await field.fill('')
  startEdit('room', aMessage('000009'))
  await expect.element(editing).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('')
})

test('an edit is the text of a new message when the time for editing ends while the page is closed', async () => {
  const { server, message } = await renderConversation()
  startEdit('room', { ...message, createdAt: '2026-11-21T09:38:00.000Z' }, 'Vielleicht')
  await expect.poll(stored).toMatchObject({ drafts: 1 })
  server.restart()
  await expect.element(field).toHaveValue('Vielleicht')
  await expect.element(editing).not.toBeInTheDocument()
})

test('a rejected edit is not lost while another message is edited', async () => {
  const { server, message } = await renderConversation()
  const answer = Promise.withResolvers<never>()
  server.on(editMessage, async () => answer.promise)
  startEdit('room', message, 'Vielleicht')
  await expect.element(field).toHaveValue('Vielleicht')
  await userEvent.click(field)
  await userEvent.keyboard('{Enter}')
  await expect.element(editing).not.toBeInTheDocument()
  startEdit('room', question, 'etwas anderes')
  answer.reject(new TypeError('offline'))
  await expect.poll(() => useDraft.getState().text).toBe('Vielleicht')
  await expect.element(field).toHaveValue('etwas anderes')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('Vielleicht')
})

const MOMENT: Card = { kind: 'moment', id: 'a-track', second: 83 }

test('a message with a card that comes back keeps its card, also after a reload, and is sent with it again', async () => {
  const { server } = await renderDisconnected()
  server.on(postMessage, () => refuse(cardNotFound))
  roomChat.send({ text: 'Hört mal', card: MOMENT, replyTo: quoteOf(question) })
  const remove = page.getByRole('button', { name: 'Karte entfernen' })
  await expect.element(remove).toBeVisible()
  await expect.element(quote).toBeVisible()
  await expect.poll(stored).toEqual({ messages: 0, drafts: 1, files: 0 })
  server.restart()
  await expect.element(remove).toBeVisible()
  await expect.element(field).toHaveValue('Hört mal')
  const cards: unknown[] = []
  server.on(postMessage, (sent) => {
    const { message, card, replyTo } = postMessage.body.parse(sent)
    cards.push([message, card, replyTo])
    return { success: true, message: aMessage('000003', { content: message }) }
  })
  await write('Hört doch mal')
  await expect.poll(() => cards).toEqual([['Hört doch mal', MOMENT, question.id]])
  await expect.element(remove).not.toBeInTheDocument()
})

test('a card finds the field occupied: it is offered beside the draft, which does not become its reply', async () => {
  const { server } = await renderDisconnected()
  await field.fill('Etwas anderes')
  server.on(postMessage, () => refuse(cardNotFound))
  roomChat.send({ text: '', card: MOMENT, replyTo: quoteOf(question) })
  await expect.element(drafts.getByText('Moment', { exact: true })).toBeVisible()
  await expect.element(quote).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Entwurf weiterschreiben: Moment' }).click()
  await expect.element(quote).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Karte entfernen' })).toBeVisible()
  await expect.element(drafts.getByText('Etwas anderes', { exact: true })).toBeVisible()
})

test('an edit that the server rejects after the session has ended does not appear in the next one', async () => {
  const { server, message } = await renderConversation()
  const answer = Promise.withResolvers<never>()
  server.on(editMessage, async () => answer.promise)
  startEdit('room', message, 'geheim')
  await expect.element(field).toHaveValue('geheim')
  await userEvent.click(field)
  await userEvent.keyboard('{Enter}')
  await expect.element(editing).not.toBeInTheDocument()
  endSession()
  signInAs(aUser({ id: 'okan' }))
  server.restart()
  answer.reject(new TypeError('offline'))
  openDraft('room')
  await expect.element(field).toHaveValue('')
  await expect.element(editing).not.toBeInTheDocument()
})
