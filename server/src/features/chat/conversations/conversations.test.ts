import { deleteAccount, exportAccount } from '@tonarchiv/contract/auth'
import {
  type ChatMessage,
  deleteMessage,
  getReadMark,
  listMessages,
  markUnread,
  postMessage,
  setReadMark,
} from '@tonarchiv/contract/chat'
import { searchEverything } from '@tonarchiv/contract/search'
import { describe, expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { get, image, upload } from '#testing/chat-media.ts'
import { eventually } from '#testing/eventually.ts'
import { privateConversation } from '#testing/private-conversation.ts'
import { type Call, startApp } from '#testing/start-app.ts'

/** Mara and Tom have a conversation; Eve is an admin. */
async function threeMembers() {
  const app = await startApp()
  const mara = await app.signIn({ username: 'mara' })
  const tom = await app.signIn({ username: 'tom' })
  const eve = await app.signIn({ username: 'eve', isAdmin: true })
  const conversationId = await privateConversation(app, [mara, tom])
  const send = async (member: { call: Call }, message: string, more: { conversationId?: string } = {}) =>
    (await member.call(postMessage, { body: { message, conversationId, ...more } })).message
  return { app, mara, tom, eve, conversationId, send }
}

const texts = ({ messages }: { messages: readonly ChatMessage[] }) => messages.map(({ content }) => content)

describe('a conversation', () => {
  test('reaches its members only, and numbers its own changes', async () => {
    const { app, mara, tom, eve, conversationId, send } = await threeMembers()
    const [hers, his, others] = [mara, tom, eve].map(({ token }) => openSocket(app, { token }))
    await Promise.all([hers?.ready(), his?.ready(), others?.ready()])
    const one = await send(mara, 'Nur für dich')
    await mara.call(postMessage, { body: { message: 'Für alle' } })
    const two = await send(tom, 'Danke')
    await mara.call(deleteMessage, { params: { id: one.id } })
    await mara.call(postMessage, { body: { message: 'Ende' } })
    for (const socket of [hers, his]) {
      await eventually(() => expect(socket?.all('chatMessage')).toHaveLength(4))
      expect(socket?.got.filter((got) => 'conversationId' in got)).toEqual([
        { type: 'chatMessage', message: one, revision: 1, conversationId },
        { type: 'chatMessage', message: two, revision: 2, conversationId },
        { type: 'chatMessageDeleted', id: one.id, revision: 3, conversationId },
      ])
    }
    await eventually(() =>
      expect(others?.all('chatMessage').map(({ message, revision }) => [message.content, revision])).toEqual([
        ['Für alle', 1],
        ['Ende', 2],
      ]),
    )
    expect(others?.all('chatMessageDeleted')).toEqual([])

    const missed = await tom.call(listMessages, { query: { conversationId, after: one.id, revision: 1 } })
    expect(missed).toMatchObject({ deletedIds: [one.id], revision: 3, hasMore: false })
    expect(texts(missed)).toEqual(['Danke'])
    expect(texts(await tom.call(listMessages, { query: {} }))).toEqual(['Für alle', 'Ende'])
  })

  test('is not found by others, in none of its calls, and admins are others too', async () => {
    const { eve, mara, conversationId, send } = await threeMembers()
    const { id } = await send(mara, 'Nur für dich')
    const refusals = [
      await eve.refusal(listMessages, { query: { conversationId } }),
      await eve.refusal(postMessage, { body: { message: 'Ich auch', conversationId } }),
      await eve.refusal(getReadMark, { query: { conversationId } }),
      await eve.refusal(setReadMark, { body: { lastReadId: id, conversationId } }),
      await eve.refusal(listMessages, { query: { conversationId: 'gibt-es-nicht' } }),
    ]
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 5 }, () => [404, 'CONVERSATION_NOT_FOUND']),
    )
    const deleting = await eve.refusal(deleteMessage, { params: { id } })
    expect([deleting.status, deleting.body.code]).toEqual([404, 'MESSAGE_NOT_FOUND'])
    expect(texts(await mara.call(listMessages, { query: { conversationId } }))).toEqual(['Nur für dich'])
  })

  test('shows its images to its members only', async () => {
    const { app, mara, tom, eve, conversationId } = await threeMembers()
    const { mediaUrl, thumbnailUrl } = await upload(mara, await image().png().toBuffer())
    await mara.call(postMessage, { body: { messageType: 'media', mediaUrl, conversationId } })
    const status = async (address: string | null, { token }: { token: string }) =>
      (await get(app, address, token)).status
    for (const address of [mediaUrl, thumbnailUrl]) {
      expect(await status(address, mara)).toBe(200)
      expect(await status(address, tom)).toBe(200)
      expect(await status(address, eve)).toBe(404)
    }
  })

  test('is found by no search', async () => {
    const { app, mara, eve, send } = await threeMembers()
    await send(mara, 'Umlaufbahn geheim')
    await mara.call(postMessage, { body: { message: 'Umlaufbahn offen' } })
    for (const member of [mara, eve])
      await eventually(async () => {
        const { groups } = await member.call(searchEverything, { query: { q: 'umlaufbahn' } })
        expect(groups.messages?.hits.map(({ content }) => content)).toEqual(['Umlaufbahn offen'])
      })
    // The search offers indexed words to all members as corrections of misspelt ones.
    const words = await app.services.db
      .selectFrom('searchWords')
      .select('word')
      .where('word', 'in', ['geheim', 'offen'])
      .execute()
    expect(words).toEqual([{ word: 'offen' }])
  })

  test('shows its members, and no one else, who is typing', async () => {
    const { app, mara, tom, eve, conversationId } = await threeMembers()
    const sockets = [mara, tom, eve].map(({ token }) => openSocket(app, { token }))
    const [hers, his, others] = sockets
    await Promise.all(sockets.map(async (socket) => socket.ready()))
    others?.send({ type: 'typing', isTyping: true, conversationId })
    await others?.handled()
    hers?.send({ type: 'typing', isTyping: true, conversationId })
    await eventually(() => expect(his?.all('typing')).toHaveLength(1))
    expect(his?.all('typing')).toMatchObject([{ userId: mara.id, isTyping: true, conversationId }])
    hers?.send({ type: 'typing', isTyping: true })
    await eventually(() => expect(others?.all('typing')).toHaveLength(1))
    expect(others?.all('typing')[0]).not.toHaveProperty('conversationId')
    const inConversation = () => his?.all('typing').filter((typing) => 'conversationId' in typing)
    await eventually(() =>
      expect(inConversation()).toMatchObject([
        { userId: mara.id, isTyping: true, conversationId },
        { userId: mara.id, isTyping: false, conversationId },
      ]),
    )
    expect(hers?.all('typing')).toEqual([])
  })

  test('has its own read mark, which only the reader’s devices receive', async () => {
    const { app, mara, tom, eve, conversationId, send } = await threeMembers()
    const [his, others] = [tom, eve].map(({ token }) => openSocket(app, { token }))
    await Promise.all([his?.ready(), others?.ready()])
    await mara.call(postMessage, { body: { message: 'Für alle' } })
    const { id } = await send(mara, 'Eins')
    await send(mara, 'Zwei')
    const mark = async (query: { conversationId?: string }) => tom.call(getReadMark, { query })
    expect(await mark({ conversationId })).toEqual({ lastReadId: null, unread: 2 })
    await tom.call(setReadMark, { body: { lastReadId: id, conversationId } })
    expect(await mark({ conversationId })).toEqual({ lastReadId: id, unread: 1 })
    expect(await mark({})).toEqual({ lastReadId: null, unread: 1 })
    await eventually(() =>
      expect(his?.all('chatRead')).toEqual([{ type: 'chatRead', lastReadId: id, conversationId }]),
    )
    expect(others?.all('chatRead')).toEqual([])
  })

  test('is marked as unread by its members only, and by none of its messages in another one', async () => {
    const { mara, tom, eve, conversationId, send } = await threeMembers()
    const { id } = await send(mara, 'Eins')
    await tom.call(setReadMark, { body: { lastReadId: id, conversationId } })
    const refusals = [
      await eve.refusal(markUnread, { body: { messageId: id, conversationId } }),
      await eve.refusal(markUnread, { body: { messageId: id } }),
      await tom.refusal(markUnread, { body: { messageId: id } }),
    ]
    expect(refusals.map(({ body }) => body.code)).toEqual([
      'CONVERSATION_NOT_FOUND',
      'MESSAGE_NOT_FOUND',
      'MESSAGE_NOT_FOUND',
    ])
    const mark = await tom.call(markUnread, { body: { messageId: id, conversationId } })
    expect(mark.unread).toBe(1)
    expect(await tom.call(getReadMark, { query: { conversationId } })).toEqual(mark)
  })

  test('a message sent twice is one message, and not one of another conversation', async () => {
    const { mara, conversationId, send } = await threeMembers()
    const clientId = '01890c5e-0000-4000-8000-000000000001'
    const body = { message: 'Einmal', clientId, conversationId }
    const { message } = await mara.call(postMessage, { body })
    expect((await mara.call(postMessage, { body })).message).toEqual(message)
    const elsewhere = await mara.refusal(postMessage, { body: { message: 'Einmal', clientId } })
    expect(elsewhere.body.code).toBe('MESSAGE_NOT_FOUND')
    expect(texts(await mara.call(listMessages, { query: {} }))).toEqual([])
    await send(mara, 'Zweimal')
    expect(texts(await mara.call(listMessages, { query: { conversationId } }))).toEqual(['Einmal', 'Zweimal'])
  })

  test('mentions only those who take part', async () => {
    const { mara, tom, send } = await threeMembers()
    const { mentions } = await send(mara, '@tom und @eve')
    expect(mentions).toEqual([{ userId: tom.id, username: 'tom' }])
  })

  test('is in the export of its members, and stays readable when one of them deletes the account', async () => {
    const { mara, tom, conversationId, send } = await threeMembers()
    const { id } = await send(mara, 'Bleibt stehen')
    await tom.call(setReadMark, { body: { lastReadId: id, conversationId } })
    const exported = await mara.call(exportAccount, {})
    expect(exported).toMatchObject({ chat: { messages: [{ id, conversationId, content: 'Bleibt stehen' }] } })
    expect(await tom.call(exportAccount, {})).toMatchObject({
      chat: { messages: [], readUpTo: [{ conversationId, lastReadId: id }] },
    })
    await mara.call(deleteAccount, { body: { password: mara.password } })
    const { messages } = await tom.call(listMessages, { query: { conversationId } })
    expect(messages).toMatchObject([{ content: 'Bleibt stehen', userId: null }])
  })
})
