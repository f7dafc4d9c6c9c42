import { deleteAccount, exportAccount } from '@tonarchiv/contract/auth'
import * as chat from '@tonarchiv/contract/chat'
import { addReaction, editMessage, listReactors, removeReaction } from '@tonarchiv/contract/chat-changes'
import { listReports, reportMessage, restrictMember } from '@tonarchiv/contract/chat-order'
import {
  getConversation,
  getConversationMute,
  listConversations,
  muteConversation,
} from '@tonarchiv/contract/conversations'
import { blockMember, unblockMember } from '@tonarchiv/contract/friends'
import { searchMessages } from '@tonarchiv/contract/message-search'
import { listMoments } from '@tonarchiv/contract/moments'
import { CHAT_KINDS } from '@tonarchiv/contract/notification-settings'
import * as rooms from '@tonarchiv/contract/rooms'
import { searchEverything } from '@tonarchiv/contract/search'
import { expect, test } from 'vitest'
import { type BrowserSocket, openSocket } from '#testing/browser-socket.ts'
import { get, image, upload } from '#testing/chat-media.ts'
import { eventually } from '#testing/eventually.ts'
import { inboxOf } from '#testing/inbox.ts'
import { openRoom } from '#testing/listening-room.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { deleteEndedRooms } from './delete-ended-rooms.ts'

type Member = Awaited<ReturnType<TestApp['signIn']>>

const DAY_MS = 86_400_000

/** A room with its host and a member; another one has left it, the last one was never in it. */
async function roomWithTalk() {
  const app = await startApp()
  const { host, room, params } = await openRoom(app)
  const [okan, gone, outsider] = [await app.signIn(), await app.signIn(), await app.signIn({ isAdmin: true })]
  for (const member of [okan, gone]) await member.call(rooms.joinRoom, { params })
  await gone.call(rooms.leaveRoom, { params })
  const { conversationId } = room
  const say = async (member: Member, message: string, more: { mediaUrl?: string | null } = {}) => {
    const messageType = 'mediaUrl' in more ? 'media' : 'text'
    const body = { message, conversationId, messageType, ...more } as const
    return (await member.call(chat.postMessage, { body })).message
  }
  return { app, host, okan, gone, outsider, params, conversationId, say, room }
}

const textsOf = async (member: Member, conversationId: string) =>
  (await member.call(chat.listMessages, { query: { conversationId } })).messages.map(({ content }) => content)

test('those in a room write to each other, those who have left receive nothing and may read', async () => {
  const { app, host, okan, gone, outsider, conversationId, say, params } = await roomWithTalk()
  const members = [host, okan, gone, outsider]
  const tabs = members.map(({ token }) => openSocket(app, { token }))
  await Promise.all(tabs.map(async (tab) => tab.ready()))
  const one = await say(host, 'Lauter!')
  const ofRoom = (tab: BrowserSocket) => tab.all('chatMessage').filter((got) => 'conversationId' in got)
  const received = () => tabs.map((tab) => ofRoom(tab).map(({ message }) => message.content))
  await eventually(() => expect(received().slice(0, 2)).toEqual([['Lauter!'], ['Lauter!']]))
  // The member joins between two messages, when the feed of the process is already open.
  await gone.call(rooms.joinRoom, { params })
  await okan.call(rooms.leaveRoom, { params })
  await say(gone, 'Da bin ich')
  await eventually(() =>
    expect(received()).toEqual([['Lauter!', 'Da bin ich'], ['Lauter!'], ['Da bin ich'], []]),
  )
  expect(tabs[0] && ofRoom(tabs[0])[0]).toMatchObject({ conversationId, message: one, revision: 1 })
  for (const member of [host, okan, gone])
    expect(await textsOf(member, conversationId)).toEqual(['Lauter!', 'Da bin ich'])
})

test('who was never in a room finds nothing of its conversation, and who has left may only read it', async () => {
  const { app, host, gone, outsider, conversationId, say, room } = await roomWithTalk()
  const text = await say(host, 'Nur hier')
  await host.call(addReaction, { params: { id: text.id, emoji: '🎸' } })
  const { mediaUrl } = await upload(host, await image().png().toBuffer())
  await say(host, '', { mediaUrl })
  const trackId = room.entries[0]?.track?.id ?? ''
  const moment = { kind: 'moment', id: trackId, second: 7 } as const
  await host.call(chat.postMessage, { body: { message: 'Hör mal', conversationId, card: moment } })
  const reaction = { id: text.id, emoji: '🎸' }
  const body = { reason: 'attack', note: '' } as const

  const reads = async (member: Member) => [
    await codeOf(member, chat.listMessages, { query: { conversationId } }),
    await codeOf(member, chat.getReadMark, { query: { conversationId } }),
    await codeOf(member, chat.setReadMark, { body: { lastReadId: text.id, conversationId } }),
    await codeOf(member, chat.markUnread, { body: { messageId: text.id, conversationId } }),
    await codeOf(member, searchMessages, { query: { conversationId, q: 'hier' } }),
    await codeOf(member, listReactors, { params: reaction }),
    await codeOf(member, reportMessage, { params: { id: text.id }, body }),
    await codeOf(member, getConversationMute, { params: { id: conversationId } }),
    await codeOf(member, muteConversation, { params: { id: conversationId }, body: { isMuted: true } }),
  ]
  const writes = async (member: Member) => [
    await codeOf(member, chat.postMessage, { body: { message: 'Ich auch', conversationId } }),
    await codeOf(member, addReaction, { params: reaction }),
    await codeOf(member, removeReaction, { params: reaction }),
    await codeOf(member, editMessage, { params: { id: text.id }, body: { message: 'Anders' } }),
    await codeOf(member, getConversation, { params: { id: conversationId } }),
  ]
  const [unknown, noMessage] = ['CONVERSATION_NOT_FOUND', 'MESSAGE_NOT_FOUND']
  expect(await reads(outsider)).toEqual([
    ...Array.from({ length: 5 }, () => unknown),
    noMessage,
    noMessage,
    unknown,
    unknown,
  ])
  expect(await writes(outsider)).toEqual([unknown, noMessage, noMessage, noMessage, unknown])
  expect(await reads(gone)).toEqual(Array.from({ length: 9 }, () => 'ok'))
  expect(await writes(gone)).toEqual(['NOT_IN_ROOM', noMessage, noMessage, noMessage, unknown])

  const seen = async (member: Member) => ({
    image: (await get(app, mediaUrl, member.token)).status,
    moments: (await member.call(listMoments, { params: { id: trackId } })).moments.length,
  })
  expect(await seen(outsider)).toEqual({ image: 404, moments: 0 })
  for (const member of [host, gone]) expect(await seen(member)).toEqual({ image: 200, moments: 1 })
  await host.call(chat.postMessage, { body: { message: 'Hör mal alle' } })
  await eventually(async () => {
    const { groups } = await host.call(searchEverything, { query: { q: 'Hör mal' } })
    expect(groups.messages?.hits.map(({ content }) => content)).toEqual(['Hör mal alle'])
  })
  for (const member of [host, gone])
    expect((await member.call(listConversations, {})).conversations).toEqual([])
})

/** The code of the refusal of a call, or `ok`. */
async function codeOf(member: Member, ...[route, input]: Parameters<Member['refusal']>): Promise<string> {
  try {
    return (await member.refusal(route, input)).body.code ?? ''
  } catch (error) {
    if (error instanceof Error && error.message.includes('was not refused')) return 'ok'
    throw error
  }
}

test('shows those in the room, and no one else, who is typing', async () => {
  const { app, host, okan, gone, outsider, conversationId } = await roomWithTalk()
  const third = await app.signIn()
  await third.call(rooms.joinRoom, { params: { id: conversationId } })
  await third.call(blockMember, { params: { id: okan.id } })
  const tabs = [host, okan, gone, outsider, third].map(({ token }) => openSocket(app, { token }))
  await Promise.all(tabs.map(async (tab) => tab.ready()))
  const [his, hers, goneTab, othersTab, thirdTab] = tabs
  for (const tab of [goneTab, othersTab]) {
    tab?.send({ type: 'typing', isTyping: true, conversationId })
    await tab?.handled()
  }
  hers?.send({ type: 'typing', isTyping: true, conversationId })
  await eventually(() => expect(his?.all('typing')).toMatchObject([{ userId: okan.id, conversationId }]))
  await thirdTab?.handled()
  for (const tab of [hers, goneTab, othersTab, thirdTab]) expect(tab?.all('typing')).toEqual([])
})

test('who is blocked by the host loses the conversation, also after leaving', async () => {
  const { host, okan, gone, conversationId, say, params } = await roomWithTalk()
  await say(host, 'Nur hier')
  for (const member of [okan, gone]) {
    await host.call(blockMember, { params: { id: member.id } })
    await eventually(async () =>
      expect(await codeOf(member, chat.listMessages, { query: { conversationId } })).toBe(
        'CONVERSATION_NOT_FOUND',
      ),
    )
  }
  await host.call(unblockMember, { params: { id: okan.id } })
  await okan.call(rooms.joinRoom, { params })
  expect(await textsOf(okan, conversationId)).toEqual(['Nur hier'])
})

test('reports of a room’s conversation show its messages to admins, who may delete them', async () => {
  const { host, okan, outsider, say, app } = await roomWithTalk()
  await host.call(chat.postMessage, { body: { message: 'Im Raum aller' } })
  await say(okan, 'davor')
  const { id } = await say(host, 'Geht doch woanders hin.')
  await say(okan, 'danach')
  await okan.call(reportMessage, { params: { id }, body: { reason: 'attack', note: '' } })
  const { messages } = await outsider.call(listReports, { query: {} })
  expect(messages.map(({ context }) => context.map(({ content }) => content))).toEqual([
    ['davor', 'Geht doch woanders hin.', 'danach'],
  ])
  const tab = openSocket(app, okan)
  await tab.ready()
  await outsider.call(chat.deleteMessage, { params: { id } })
  await eventually(() => expect(tab.all('chatMessageDeleted')).toMatchObject([{ id }]))
})

test('who is muted in the chat writes in no room', async () => {
  const { okan, outsider, conversationId } = await roomWithTalk()
  const body = { kind: 'mute', hours: 1, reason: 'Werbung' } as const
  await outsider.call(restrictMember, { params: { userId: okan.id }, body })
  expect(await codeOf(okan, chat.postMessage, { body: { message: 'Doch!', conversationId } })).toBe(
    'CHAT_MUTED',
  )
})

test('a member mutes it on all own devices: mentions, replies and reactions count as read', async () => {
  const { app, host, okan, conversationId, say, params } = await roomWithTalk()
  const third = await app.signIn({ username: 'mila' })
  await third.call(rooms.joinRoom, { params })
  const [hers, others] = [third, okan].map(({ token }) => openSocket(app, { token }))
  await Promise.all([hers?.ready(), others?.ready()])
  const mute = async (isMuted: boolean) =>
    third.call(muteConversation, { params: { id: conversationId }, body: { isMuted } })
  const isMuted = async (member: Member) =>
    (await member.call(getConversationMute, { params: { id: conversationId } })).isMuted
  const own = await say(third, 'Wer hört das?')
  await mute(true)
  await eventually(() => expect(hers?.all('conversationsChanged')).toHaveLength(1))
  expect(others?.all('conversationsChanged')).toEqual([])
  expect([await isMuted(third), await isMuted(okan)]).toEqual([true, false])

  await say(host, `@mila @${okan.username} hört mal`)
  await host.call(chat.postMessage, { body: { message: 'Ich', conversationId, replyTo: own.id } })
  await host.call(addReaction, { params: { id: own.id, emoji: '🎸' } })
  await host.call(chat.postMessage, { body: { message: '@mila im Chat Room' } })
  const ofChat = async (member: Member) =>
    (await inboxOf(member)).flatMap(({ kind, path, isUnread }) =>
      CHAT_KINDS.includes(kind)
        ? [
            `${kind} in ${path?.startsWith('/rooms/') === true ? 'room' : 'chat'}, ${isUnread ? 'new' : 'read'}`,
          ]
        : [],
    )
  await eventually(async () => expect(await ofChat(third)).toHaveLength(4))
  expect((await ofChat(third)).toSorted()).toEqual([
    'mention in chat, new',
    'mention in room, read',
    'reaction in room, read',
    'reply in room, read',
  ])
  expect(await ofChat(okan)).toEqual(['mention in room, new'])

  await third.call(rooms.leaveRoom, { params })
  await third.call(rooms.joinRoom, { params })
  expect(await isMuted(third)).toBe(true)
  expect(await third.call(exportAccount, {})).toMatchObject({
    chat: { conversations: [{ id: conversationId, isMuted: 1 }] },
  })
  await mute(false)
  await say(host, '@mila wieder laut')
  await eventually(async () => expect(await ofChat(third)).toContain('mention in room, new'))
})

test('is in the export of those who wrote in it, and stays when one of them deletes the account', async () => {
  const { host, okan, conversationId, say } = await roomWithTalk()
  await say(okan, 'Bleibt stehen')
  const exported = await okan.call(exportAccount, {})
  expect(exported).toMatchObject({
    chat: {
      messages: [{ conversationId, content: 'Bleibt stehen' }],
      conversations: [{ id: conversationId, kind: 'listening', with: null, leftAt: null }],
    },
  })
  await okan.call(deleteAccount, { body: { password: okan.password } })
  const { messages } = await host.call(chat.listMessages, { query: { conversationId } })
  expect(messages).toMatchObject([{ content: 'Bleibt stehen', userId: null }])
})

test('stays readable for 30 days after the end of the room, and is then removed with its files', async () => {
  const { app, host, okan, conversationId, say, params } = await roomWithTalk()
  const { services } = app
  const { mediaUrl } = await upload(host, await image().png().toBuffer())
  const { id } = await say(host, 'Bis morgen', { mediaUrl })
  await okan.call(addReaction, { params: { id, emoji: '🎸' } })
  await okan.call(chat.setReadMark, { body: { lastReadId: id, conversationId } })
  for (const member of [host, okan]) await member.call(rooms.leaveRoom, { params })
  const endedAgo = async (days: number) =>
    services.db
      .updateTable('listeningRooms')
      .set({ endedAt: services.now().getTime() - days * DAY_MS })
      .execute()
  await endedAgo(29)
  await deleteEndedRooms(services)
  expect((await okan.call(rooms.listRooms, {})).ended).toMatchObject([{ conversationId }])
  expect(await textsOf(okan, conversationId)).toEqual(['Bis morgen'])
  expect((await get(app, mediaUrl, okan.token)).status).toBe(200)
  await endedAgo(31)
  await deleteEndedRooms(services)
  expect((await okan.call(rooms.listRooms, {})).ended).toEqual([])
  expect(await codeOf(okan, chat.listMessages, { query: { conversationId } })).toBe('CONVERSATION_NOT_FOUND')
  expect((await get(app, mediaUrl, host.token)).status).toBe(404)
  const left: string[] = []
  for await (const name of services.storage.list('chat', new Date(Date.now() + DAY_MS))) left.push(name)
  expect(left).toEqual([])
  const rows = await Promise.all(
    (['chatMessages', 'chatReactions', 'chatChanges', 'chatReads', 'conversationMembers'] as const).map(
      async (table) => services.db.selectFrom(table).selectAll().execute(),
    ),
  )
  const text = JSON.stringify(rows)
  for (const gone of [conversationId, id]) expect(text).not.toContain(gone)
})
