import { listMessages, postMessage } from '@tonarchiv/contract/chat'
import {
  addReaction,
  editMessage,
  listReactors,
  listVersions,
  pinMessage,
  removeReaction,
} from '@tonarchiv/contract/chat-changes'
import { expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { privateConversation } from '#testing/private-conversation.ts'
import { startApp } from '#testing/start-app.ts'

test('messages of a conversation are changed by its members only, and no one else receives that', async () => {
  const app = await startApp()
  const [mara, tom, admin] = [await app.signIn(), await app.signIn(), await app.signIn({ isAdmin: true })]
  const conversationId = await privateConversation(app, [mara, tom])
  const body = { message: 'Nur für dich', conversationId }
  const { message } = await mara.call(postMessage, { body })
  const sockets = [tom, admin].map(({ token }) => openSocket(app, { token }))
  await Promise.all(sockets.map(async (socket) => socket.ready()))
  const params = { id: message.id, emoji: '🔥' }
  for (const route of [addReaction, removeReaction, listReactors, listVersions, pinMessage])
    expect([route.path, (await admin.refusal(route, { params })).body.code]).toEqual([
      route.path,
      'MESSAGE_NOT_FOUND',
    ])
  await tom.call(addReaction, { params })
  const edit = { message: `Nur für uns, @${tom.username} und nicht @${admin.username}` }
  const edited = await mara.call(editMessage, { params, body: edit })
  expect(edited.message.mentions).toEqual([{ userId: tom.id, username: tom.username }])
  const [own, others] = sockets
  await eventually(() =>
    expect(own?.all('chatChange').map(({ kind, conversationId: where }) => [kind, where])).toEqual([
      ['reaction', conversationId],
      ['edit', conversationId],
    ]),
  )
  expect(others?.got.filter(({ type }) => type.startsWith('chat'))).toEqual([])
  expect((await tom.call(listReactors, { params, query: {} })).people.map(({ id }) => id)).toEqual([tom.id])
})

test('a reply answers a message of its own conversation only', async () => {
  const app = await startApp()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const conversationId = await privateConversation(app, [mara, tom])
  const { message } = await tom.call(postMessage, { body: { message: 'Geheim', conversationId } })
  // Mara takes part in both, but the quote would be sent to the whole room.
  const body = { message: 'Weitererzählt', replyTo: message.id }
  expect((await mara.refusal(postMessage, { body })).body.code).toBe('REPLIED_NOT_FOUND')
  expect((await mara.call(listMessages, { query: {} })).messages).toEqual([])
})
