import { NEW_CONVERSATIONS_PER_DAY } from '@tonarchiv/contract/chat-refusals'
import { deleteAccount, exportAccount } from '@tonarchiv/contract/auth'
import { deleteMessage, listMessages, markUnread, postMessage, setReadMark } from '@tonarchiv/contract/chat'
import { addReaction, editMessage } from '@tonarchiv/contract/chat-changes'
import {
  getConversation,
  listConversations,
  muteConversation,
  openConversation,
} from '@tonarchiv/contract/conversations'
import {
  acceptRequest,
  blockMember,
  listFriends,
  rejectRequest,
  removeFriend,
  requestFriend,
} from '@tonarchiv/contract/friends'
import { updateProfile } from '@tonarchiv/contract/users'
import { describe, expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { makeFriends } from '#testing/friendship.ts'
import { type Call, startApp } from '#testing/start-app.ts'
import { cleanUpChat } from '../cleanup.ts'

const send = async (member: { call: Call }, conversationId: string, message: string) =>
  (await member.call(postMessage, { body: { message, conversationId } })).message
const open = async (member: { call: Call }, { id: userId }: { id: string }) =>
  (await member.call(openConversation, { body: { userId } })).conversation
const list = async (member: { call: Call }) => (await member.call(listConversations, {})).conversations

type Member = Awaited<ReturnType<typeof twoMembers>>['anna']

async function refusalOf(member: Member, conversationId: string) {
  const { status, body } = await member.refusal(postMessage, { body: { message: 'Nein', conversationId } })
  return [status, body.code, body.error]
}

async function twoMembers() {
  const app = await startApp()
  const [anna, bert] = [await app.signIn({ username: 'anna' }), await app.signIn({ username: 'bert' })]
  return { app, anna, bert }
}

async function twoFriends() {
  const { app, anna, bert } = await twoMembers()
  await makeFriends(anna, bert)
  return { app, anna, bert, id: (await open(anna, bert)).id }
}

describe('a conversation with a friend', () => {
  test('is one for both, and listed once it has a message, the newest first, with what is unread', async () => {
    const { app, anna, bert, id } = await twoFriends()
    expect((await open(bert, anna)).id).toBe(id)
    expect(await list(anna)).toEqual([])
    await send(anna, id, 'Hallo Bert')
    const last = await send(anna, id, 'Bist du da?')
    const cleo = await app.signIn({ username: 'cleo' })
    await makeFriends(cleo, bert)
    const other = await open(cleo, bert)
    await send(cleo, other.id, 'Ich auch')
    expect(await list(bert)).toEqual([
      expect.objectContaining({ id: other.id, unread: 1, writing: 'open', request: null }),
      {
        id,
        person: { id: anna.id, username: 'anna', displayName: 'anna', photoURL: null },
        writing: 'open',
        request: null,
        lastMessage: last,
        unread: 2,
        theirReadId: null,
        isMuted: false,
      },
    ])
    expect(await list(anna)).toMatchObject([{ id, unread: 0, person: { id: bert.id } }])
    await send(anna, id, 'Bitte melde dich')
    expect((await list(bert)).map((conversation) => conversation.id)).toEqual([id, other.id])
    await bert.call(setReadMark, { body: { lastReadId: last.id, conversationId: id } })
    expect((await list(bert))[0]?.unread).toBe(1)
  })

  test('shows its last message that was not deleted', async () => {
    const { anna, bert, id } = await twoFriends()
    const first = await send(anna, id, 'Bleibt')
    const second = await send(anna, id, 'Geht')
    await anna.call(deleteMessage, { params: { id: second.id } })
    expect((await list(bert))[0]).toMatchObject({ lastMessage: first, unread: 1 })
    await anna.call(deleteMessage, { params: { id: first.id } })
    expect((await list(bert))[0]).toMatchObject({ lastMessage: null, unread: 0 })
  })

  test('is not begun with oneself, an unknown member, or a member who is not a friend', async () => {
    const { app, anna, bert } = await twoMembers()
    const code = async (userId: string) =>
      (await anna.refusal(openConversation, { body: { userId } })).body.code
    expect(await code(anna.id)).toBe('USER_NOT_FOUND')
    expect(await code('niemand')).toBe('USER_NOT_FOUND')
    expect(await code(bert.id)).toBe('NOT_FRIENDS')
    const eve = await app.signIn({ isAdmin: true })
    await makeFriends(anna, bert)
    const { id } = await open(anna, bert)
    const foreign = await eve.refusal(getConversation, { params: { id } })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'CONVERSATION_NOT_FOUND'])
  })

  test('is one even if both open it at the same moment', async () => {
    const { anna, bert } = await twoMembers()
    await makeFriends(anna, bert)
    const opened = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => (index % 2 === 0 ? open(anna, bert) : open(bert, anna))),
    )
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
  })

  test('ends with the friendship, stays readable, and goes on when both are friends again', async () => {
    const { anna, bert, id } = await twoFriends()
    const last = await send(anna, id, 'Noch befreundet')
    await bert.call(addReaction, { params: { id: last.id, emoji: '🎧' } })
    await bert.call(removeFriend, { params: { id: anna.id } })
    for (const member of [anna, bert])
      expect(await refusalOf(member, id)).toEqual([
        403,
        'CONVERSATION_ENDED',
        'Ihr könnt euch nicht mehr schreiben.',
      ])
    expect((await anna.call(getConversation, { params: { id } })).conversation.writing).toBe('ended')
    const changes = [
      await bert.refusal(addReaction, { params: { id: last.id, emoji: '🔥' } }),
      await anna.refusal(editMessage, { params: { id: last.id }, body: { message: 'Anders' } }),
    ]
    expect(changes.map(({ body }) => body.code)).toEqual(['MESSAGE_NOT_FOUND', 'MESSAGE_NOT_FOUND'])
    const { messages } = await bert.call(listMessages, { query: { conversationId: id } })
    expect(messages.map(({ content }) => content)).toEqual(['Noch befreundet'])
    await makeFriends(anna, bert)
    await send(bert, id, 'Wieder da')
  })

  test('of more than thirty that a member begins in a day the next one waits, and the begun ones go on', async () => {
    const app = await startApp({ rateLimitFactor: 1 })
    const anna = await app.signIn()
    const { db, now } = app.services
    const begin = async () => {
      const friend = await app.signIn()
      const createdAt = now().toISOString()
      const rows = [
        { userId: anna.id, friendId: friend.id, createdAt },
        { userId: friend.id, friendId: anna.id, createdAt },
      ]
      await db.insertInto('friendships').values(rows).execute()
      return { friend, id: (await open(anna, friend)).id }
    }
    const first = await begin()
    await send(anna, first.id, 'Eins')
    // A message that is refused does not count towards the daily limit of new conversations.
    const former = await begin()
    await anna.call(removeFriend, { params: { id: former.friend.id } })
    expect(await refusalOf(anna, former.id)).toEqual(expect.arrayContaining(['CONVERSATION_ENDED']))
    for (let count = 1; count < NEW_CONVERSATIONS_PER_DAY; count += 1)
      await send(anna, (await begin()).id, 'Hallo')
    const { friend, id } = await begin()
    const answer = await anna.refusal(postMessage, { body: { message: 'Zu viel', conversationId: id } })
    expect([answer.status, answer.body.error]).toEqual([
      429,
      'Du hast heute 30 neue Gespräche begonnen. Morgen geht es weiter, laufende Gespräche sind nicht betroffen.',
    ])
    await send(anna, first.id, 'Geht noch')
    await send(friend, id, 'Ich fange an')
    await send(anna, id, 'Gut')
  })
})

describe('while a friend request is open', () => {
  test('each of both may write once, until it is accepted', async () => {
    const { anna, bert } = await twoMembers()
    const { request } = await anna.call(requestFriend, { body: { friendId: bert.id } })
    const { id, writing } = await open(anna, bert)
    expect(writing).toBe('once')
    await send(anna, id, 'Ich bin Anna')
    expect(await refusalOf(anna, id)).toEqual([
      403,
      'WAIT_FOR_FRIEND',
      'Warte, bis bert dich als Freund hat.',
    ])
    expect(await list(bert)).toMatchObject([
      { id, writing: 'once', unread: 1, request: { id: request?.id, isReceived: true } },
    ])
    await send(bert, id, 'Ich bin Bert')
    expect(await refusalOf(bert, id)).toEqual(expect.arrayContaining([403, 'WAIT_FOR_FRIEND']))
    expect(await list(anna)).toMatchObject([{ writing: 'waiting', request: { isReceived: false } }])
    await bert.call(acceptRequest, { params: { id: request?.id ?? '' } })
    expect(await list(anna)).toMatchObject([{ writing: 'open', request: null }])
    await send(anna, id, 'Schön')
  })

  test('of two messages at the same moment one is stored', async () => {
    const { anna, bert } = await twoMembers()
    await anna.call(requestFriend, { body: { friendId: bert.id } })
    const { id } = await open(anna, bert)
    const sent = await Promise.allSettled(
      Array.from({ length: 8 }, async (_, index) => send(anna, id, `${index}`)),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a rejected one ends it, and its receiver does not see it any more without having answered', async () => {
    const { anna, bert } = await twoMembers()
    await anna.call(requestFriend, { body: { friendId: bert.id } })
    const { id } = await open(anna, bert)
    await send(anna, id, 'Ich bin Anna')
    const { friendRequests } = await bert.call(listFriends, {})
    await bert.call(rejectRequest, { params: { id: friendRequests[0]?.id ?? '' } })
    expect(await list(bert)).toEqual([])
    expect(await list(anna)).toMatchObject([{ id, writing: 'ended', request: null }])
    expect(await refusalOf(bert, id)).toEqual(expect.arrayContaining([403, 'CONVERSATION_ENDED']))
  })
})

describe('a read mark', () => {
  test('is shown to the other member while both show theirs', async () => {
    const { app, anna, bert, id } = await twoFriends()
    const eve = await app.signIn()
    const [hers, others, his] = [anna, eve, bert].map(({ token }) => openSocket(app, { token }))
    await Promise.all([hers?.ready(), others?.ready(), his?.ready()])
    const message = await send(anna, id, 'Gelesen?')
    const read = async (lastReadId: string) =>
      bert.call(setReadMark, { body: { lastReadId, conversationId: id } })
    await read(message.id)
    expect((await list(anna))[0]?.theirReadId).toBe(message.id)
    // Marking as unread does not change what the author sees.
    await bert.call(markUnread, { body: { messageId: message.id, conversationId: id } })
    expect((await list(bert))[0]?.unread).toBe(1)
    expect((await list(anna))[0]?.theirReadId).toBe(message.id)
    const seen = { type: 'theirRead', conversationId: id, lastReadId: message.id }
    await eventually(() => expect(hers?.all('theirRead')).toEqual([seen]))
    expect(others?.all('theirRead')).toEqual([])

    for (const member of [anna, bert]) {
      await member.call(updateProfile, { body: { showReadMarks: false } })
      expect((await list(anna))[0]?.theirReadId).toBeNull()
      expect((await list(bert))[0]?.theirReadId).toBeNull()
      await read((await send(anna, id, 'Und jetzt?')).id)
      await member.call(updateProfile, { body: { showReadMarks: true } })
    }
    const last = await send(anna, id, 'Wieder an')
    await read(last.id)
    await eventually(() => expect(hers?.all('theirRead')).toEqual([seen, { ...seen, lastReadId: last.id }]))
    await his?.handled()
    expect(his?.all('theirRead')).toEqual([])
  })

  test('is hidden from a former friend', async () => {
    const { app, anna, bert, id } = await twoFriends()
    const [first, second] = [await send(anna, id, 'Eins'), await send(anna, id, 'Zwei')]
    const hers = openSocket(app, { token: anna.token })
    await hers.ready()
    const read = async ({ id: lastReadId }: { id: string }) =>
      bert.call(setReadMark, { body: { lastReadId, conversationId: id } })
    const marks = async () => (await anna.call(getConversation, { params: { id } })).conversation.theirReadId
    await read(first)
    expect(await marks()).toBe(first.id)
    await bert.call(removeFriend, { params: { id: anna.id } })
    await read(second)
    await hers.handled()
    expect(hers.all('theirRead').map(({ lastReadId }) => lastReadId)).toEqual([first.id])
    expect(await marks()).toBeNull()
    await makeFriends(anna, bert)
    expect(await marks()).toBe(second.id)
  })
})

test('a member mutes a conversation on all own devices; the other member does not learn of it', async () => {
  const { app, anna, bert, id } = await twoFriends()
  await send(bert, id, 'Bist du da?')
  const eve = await app.signIn()
  const [hers, his] = [anna, bert].map(({ token }) => openSocket(app, { token }))
  await Promise.all([hers?.ready(), his?.ready()])
  const mute = { params: { id }, body: { isMuted: true } }
  await anna.call(muteConversation, mute)
  expect(await list(anna)).toMatchObject([{ id, isMuted: true, unread: 1 }])
  expect(await list(bert)).toMatchObject([{ id, isMuted: false }])
  expect(await anna.call(exportAccount, {})).toMatchObject({ chat: { conversations: [{ id, isMuted: 1 }] } })
  await eventually(() => expect(hers?.all('conversationsChanged')).toHaveLength(1))
  expect(his?.all('conversationsChanged')).toEqual([])
  const refusals = [
    await eve.refusal(muteConversation, mute),
    await anna.refusal(muteConversation, { params: { id: 'room' }, body: { isMuted: true } }),
  ]
  expect(refusals.map(({ body }) => body.code)).toEqual(['CONVERSATION_NOT_FOUND', 'CONVERSATION_NOT_FOUND'])
  await anna.call(muteConversation, { params: { id }, body: { isMuted: false } })
  expect(await list(anna)).toMatchObject([{ id, isMuted: false }])
  await bert.call(blockMember, { params: { id: anna.id } })
  expect((await anna.refusal(muteConversation, mute)).body.code).toBe('CONVERSATION_NOT_FOUND')
})

test('an account’s conversations are in its export, and are removed when both accounts are gone', async () => {
  const { app, anna, bert, id } = await twoFriends()
  await send(anna, id, 'Von Anna')
  await send(bert, id, 'Von Bert')
  expect(await anna.call(exportAccount, {})).toMatchObject({
    chat: { conversations: [{ id, with: 'bert' }], messages: [{ content: 'Von Anna' }] },
  })
  await anna.call(deleteAccount, { body: { password: anna.password } })
  expect(await list(bert)).toMatchObject([
    {
      id,
      writing: 'ended',
      person: { displayName: 'Gelöschter Benutzer' },
      lastMessage: { content: 'Von Bert' },
    },
  ])
  expect(await refusalOf(bert, id)).toEqual(expect.arrayContaining([403, 'CONVERSATION_ENDED']))
  await cleanUpChat(app.services)
  expect(await list(bert)).toHaveLength(1)
  await bert.call(deleteAccount, { body: { password: bert.password } })
  await cleanUpChat(app.services)
  const { db } = app.services
  expect(await db.selectFrom('chatMessages').select('content').execute()).toEqual([])
  expect(await db.selectFrom('conversations').select('id').execute()).toEqual([{ id: 'room' }])
})
