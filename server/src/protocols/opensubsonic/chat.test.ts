import { deleteMessage, postMessage } from '@tonarchiv/contract/chat'
import { addReaction, editMessage, pinMessage } from '@tonarchiv/contract/chat-changes'
import { restrictMember } from '@tonarchiv/contract/chat-order'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openSocket } from '#testing/browser-socket.ts'
import { addByForm } from '#testing/album-forms.ts'
import { eventually } from '#testing/eventually.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { type RestClient, startRestApp } from '#testing/opensubsonic/rest-app.ts'

async function messagesOf(client: RestClient, parameters: { since?: number } = {}) {
  const Answer = z.object({
    chatMessages: z.object({
      chatMessage: z.array(z.object({ username: z.string(), time: z.number(), message: z.string() })),
    }),
  })
  return z.parse(Answer, await client.call('getChatMessages', parameters)).chatMessages.chatMessage
}

test('an app reads and writes in the room of the web app', async () => {
  const app = await startRestApp()
  const mara = await app.signIn({ username: 'mara', hasKey: false })
  const tom = await app.signIn({ username: 'tom' })
  const client = app.clientOf(mara)
  expect(await messagesOf(client)).toEqual([])
  const browser = openSocket(app, { token: tom.token })
  await browser.ready()
  await client.callOnce('addChatMessage', { message: '  Hallo @tom, <b>&\n"du"  ' })
  await eventually(() =>
    expect(browser.all('chatMessage').map(({ message }) => message)).toMatchObject([
      { content: 'Hallo @tom, <b>&\n"du"', username: 'mara', mentions: [{ username: 'tom' }] },
    ]),
  )
  app.passTime(1000)
  const { message } = await tom.call(postMessage, { body: { message: 'Selber' } })
  const both = await messagesOf(client)
  expect(both.map(({ username, message: text }) => [username, text])).toEqual([
    ['tom', 'Selber'],
    ['mara', 'Hallo @tom, <b>&\n"du"'],
  ])
  expect(both[0]?.time).toBe(Date.parse(message.createdAt))
  expect(await messagesOf(client, { since: both[1]?.time ?? 0 })).toEqual(both.slice(0, 1))
  await tom.call(deleteMessage, { params: { id: message.id } })
  expect(await messagesOf(client)).toEqual(both.slice(1))
})

test('an app reads who has uploaded or announced something, without its title', async () => {
  const app = await startRestApp()
  const [mara, admin] = [
    await app.signIn({ username: 'mara', hasKey: false }),
    await app.signIn({ username: 'frieda', isAdmin: true }),
  ]
  await addSampleAlbum(admin, { albumTitel: 'Umlaufbahn' })
  const client = app.clientOf(mara)
  await eventually(async () =>
    expect(await messagesOf(client)).toMatchObject([
      { username: 'frieda', message: 'hat ein Album hochgeladen' },
    ]),
  )
  const opensAt = new Date(app.services.now().getTime() + 86_400_000).toISOString()
  await addByForm(admin, { premiere: { opensAt, isCovered: true, isAnnounced: true } })
  await eventually(async () =>
    expect((await messagesOf(client))[0]).toMatchObject({ message: 'hat eine Premiere angekündigt' }),
  )
})

test('an app reads edited messages as they are now, and replies as messages of their own', async () => {
  const app = await startRestApp()
  const [mara, admin] = [await app.signIn({ username: 'mara' }), await app.signIn({ isAdmin: true })]
  const client = app.clientOf(mara)
  const post = async (message: string, replyTo?: string) =>
    (await mara.call(postMessage, { body: { message, replyTo } })).message
  const first = await post('Alt')
  app.passTime(1000)
  const reply = await post('Antwort', first.id)
  const params = { id: first.id, emoji: '🔥' }
  await mara.call(editMessage, { params, body: { message: 'Neu' } })
  await mara.call(addReaction, { params })
  await admin.call(pinMessage, { params })
  const texts = async () => (await messagesOf(client)).map(({ message, time }) => [message, time])
  expect(await texts()).toEqual([
    ['Antwort', Date.parse(reply.createdAt)],
    ['Neu', Date.parse(first.createdAt)],
  ])
  await mara.call(deleteMessage, { params: { id: first.id } })
  expect(await texts()).toEqual([['Antwort', Date.parse(reply.createdAt)]])
})

test('a member who is banned from the chat neither reads nor writes in it with an app', async () => {
  const app = await startRestApp()
  const [mara, admin] = [await app.signIn(), await app.signIn({ isAdmin: true })]
  const client = app.clientOf(mara)
  await admin.call(restrictMember, { params: { userId: mara.id }, body: { kind: 'ban', reason: '' } })
  expect(await client.error('getChatMessages')).toBe(50)
  expect(await client.error('addChatMessage', { message: 'x' })).toBe(50)
})

test('messages of apps have the rules and the limit of the chat', async () => {
  const app = await startRestApp()
  const client = app.clientOf(await app.signIn())
  expect(await client.error('addChatMessage')).toBe(10)
  for (const message of ['', ' \u202e ', 'x'.repeat(501), 'x'.repeat(5000)])
    expect([message, await client.error('addChatMessage', { message })]).toEqual([message, 0])
  const unverified = app.clientOf(await app.signIn({ emailVerified: false, hasKey: false }))
  expect(await unverified.error('getChatMessages')).toBe(50)
  expect(await unverified.error('addChatMessage', { message: 'x' })).toBe(50)
})

test('messages of an app and of the web app count to one limit', async () => {
  const app = await startRestApp({ rateLimitFactor: 1 })
  const member = await app.signIn()
  const client = app.clientOf(member)
  const headers = { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' }
  // More messages than two bursts, so that a second limit would let more of them pass.
  const sent = Array.from({ length: 140 }, async (_, index) => {
    const message = `Nr. ${index}`
    return index % 2 === 0
      ? client.fetch('addChatMessage', { message })
      : app.fetch('/api/chat/messages', { method: 'POST', headers, body: JSON.stringify({ message }) })
  })
  await Promise.all(sent)
  const { db } = app.services
  const stored = await db.selectFrom('chatMessages').select('id').execute()
  expect(stored.length).toBeGreaterThanOrEqual(60)
  expect(stored.length).toBeLessThan(120)
})
