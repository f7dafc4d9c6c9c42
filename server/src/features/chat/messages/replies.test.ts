import { deleteAccount } from '@tonarchiv/contract/auth'
import { deleteMessage, listMessages, postMessage } from '@tonarchiv/contract/chat'
import { updateProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { type Call, startApp } from '#testing/start-app.ts'
import { cleanUpChat } from '../cleanup.ts'

const send = async (member: { call: Call }, message: string, replyTo?: string) =>
  (await member.call(postMessage, { body: { message, replyTo } })).message
const GONE = { userId: null, displayName: '', excerpt: null, mediaType: null, thumbnailUrl: null }

test('a reply shows who wrote what it answers, in one short line', async () => {
  const app = await startApp()
  const [mara, tom] = [await app.signIn({ username: 'mara' }), await app.signIn()]
  const first = await send(mara, `Zeile eins\n\n${'lang '.repeat(60)}`)
  const reply = await send(tom, 'Stimmt', first.id)
  expect(reply.replyTo).toEqual({
    id: first.id,
    userId: mara.id,
    displayName: 'mara',
    excerpt: expect.stringMatching(/^Zeile eins lang .{90,110}…$/),
    mediaType: null,
    thumbnailUrl: null,
  })
  const replies = async () =>
    (await tom.call(listMessages, { query: {} })).messages.map((each) => each.replyTo)
  expect(await replies()).toEqual([null, reply.replyTo])
  await mara.call(updateProfile, { body: { displayName: 'Mara M.' } })
  expect((await replies())[1]).toMatchObject({ displayName: 'Mara M.' })
  await mara.call(deleteAccount, { body: { password: mara.password } })
  expect((await replies())[1]).toMatchObject({ userId: null, displayName: 'Gelöschter Benutzer' })
})

test('a reply to a reply stays when the first message is deleted, and no text of it is left', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const first = await send(mara, 'Geheim')
  const second = await send(mara, 'Antwort', first.id)
  const third = await send(mara, 'Antwort auf die Antwort', second.id)
  await mara.call(deleteMessage, { params: { id: first.id } })
  const late = await send(mara, 'Zu spät geantwortet', first.id)
  expect(late.replyTo).toEqual({ id: first.id, ...GONE })
  const { messages } = await mara.call(listMessages, { query: {} })
  expect(messages.map(({ replyTo }) => replyTo)).toEqual([
    { id: first.id, ...GONE },
    third.replyTo,
    late.replyTo,
  ])
  expect(JSON.stringify(messages)).not.toContain('Geheim')
  // The deleted message is removed from the database after some time; its replies stay as they are.
  app.passTime(40 * 24 * 60 * 60 * 1000)
  await cleanUpChat(app.services)
  const rows = await app.services.db
    .selectFrom('chatMessages')
    .select(['id', 'replyTo'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { id: second.id, replyTo: first.id },
    { id: third.id, replyTo: second.id },
    { id: late.id, replyTo: first.id },
  ])
})

test('a reply to a message that never was is refused', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const body = { message: 'Hallo?', replyTo: 'gibt-es-nicht' }
  expect((await mara.refusal(postMessage, { body })).body).toMatchObject({
    code: 'REPLIED_NOT_FOUND',
    error: 'Die Nachricht, auf die du antwortest, gibt es nicht mehr',
  })
  expect((await mara.call(listMessages, { query: {} })).revision).toBe(0)
})
