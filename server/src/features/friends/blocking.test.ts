import { exportAccount } from '@tonarchiv/contract/auth'
import { getReadMark, listMessages, postMessage } from '@tonarchiv/contract/chat'
import { addReaction } from '@tonarchiv/contract/chat-changes'
import { getConversation, listConversations, openConversation } from '@tonarchiv/contract/conversations'
import {
  blockMember,
  listBlocks,
  listFriends,
  requestFriend,
  searchPeople,
  unblockMember,
} from '@tonarchiv/contract/friends'
import { getPublicProfile, listStatuses } from '@tonarchiv/contract/presence'
import { searchEverything } from '@tonarchiv/contract/search'
import { updateProfile } from '@tonarchiv/contract/users'
import { expect, onTestFinished, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { openSocket } from '#testing/browser-socket.ts'
import { get, image, upload } from '#testing/chat-media.ts'
import { eventually } from '#testing/eventually.ts'
import { holdBack } from '#testing/hold-back.ts'
import { makeFriends } from '#testing/friendship.ts'
import { startRedis } from '#testing/redis.ts'
import { callers, startApp } from '#testing/start-app.ts'

/** Anna and Bert are friends and have a conversation; Cleo is a third member. */
async function twoFriends(app: Awaited<ReturnType<typeof startApp>>) {
  const anna = await app.signIn({ username: 'anna-b' })
  const bert = await app.signIn({ username: 'bert-b' })
  const cleo = await app.signIn({ username: 'cleo-b' })
  await makeFriends(anna, bert)
  const { conversation } = await anna.call(openConversation, { body: { userId: bert.id } })
  const conversationId = conversation.id
  await anna.call(postMessage, { body: { message: 'Noch gut', conversationId } })
  return { anna, bert, cleo, conversationId }
}

test('a block ends friendship and requests, and hides both from each other in searches and lists', async () => {
  const app = await startApp()
  const { anna, bert, cleo } = await twoFriends(app)
  await bert.call(blockMember, { params: { id: anna.id } })
  await bert.call(blockMember, { params: { id: anna.id } })
  expect((await bert.call(listBlocks, {})).blocked).toMatchObject([{ id: anna.id, username: 'anna-b' }])
  expect((await anna.call(listBlocks, {})).blocked).toEqual([])
  for (const [viewer, other] of [
    [anna, bert],
    [bert, anna],
  ] as const) {
    expect((await viewer.call(listFriends, {})).friends).toEqual([])
    const { users } = await viewer.call(searchPeople, { query: { q: other.username } })
    expect(users).toEqual([])
    const { groups } = await viewer.call(searchEverything, { query: { q: other.username } })
    expect(groups.people?.hits ?? []).toEqual([])
    const statuses = await viewer.call(listStatuses, {})
    expect(statuses.users.map(({ id }) => id)).not.toContain(other.id)
    const asked = await viewer.refusal(requestFriend, { body: { friendId: other.id } })
    expect(asked.body.code).toBe('USER_NOT_FOUND')
  }
  const { users } = await cleo.call(searchPeople, { query: { q: 'anna-b' } })
  expect(users).toHaveLength(1)

  expect((await anna.refusal(unblockMember, { params: { id: bert.id } })).body.code).toBe('BLOCK_NOT_FOUND')
  await bert.call(unblockMember, { params: { id: anna.id } })
  expect((await anna.call(searchPeople, { query: { q: 'bert-b' } })).users).toHaveLength(1)
  expect((await bert.call(listFriends, {})).friends).toEqual([])
  await makeFriends(anna, bert)
})

test('a block ends the conversation of both, and hides it with its files from both', async () => {
  const app = await startApp()
  const { anna, bert, conversationId } = await twoFriends(app)
  const { mediaUrl } = await upload(anna, await image().png().toBuffer())
  const body = { messageType: 'media' as const, mediaUrl, conversationId }
  const { message } = await anna.call(postMessage, { body })
  expect((await get(app, mediaUrl, bert.token)).status).toBe(200)
  await anna.call(blockMember, { params: { id: bert.id } })
  for (const [viewer, other] of [
    [anna, bert],
    [bert, anna],
  ] as const) {
    expect((await viewer.call(listConversations, {})).conversations).toEqual([])
    const codes = [
      await viewer.refusal(getConversation, { params: { id: conversationId } }),
      await viewer.refusal(listMessages, { query: { conversationId } }),
      await viewer.refusal(postMessage, { body: { message: 'Doch', conversationId } }),
      await viewer.refusal(getReadMark, { query: { conversationId } }),
      await viewer.refusal(openConversation, { body: { userId: other.id } }),
      await viewer.refusal(addReaction, { params: { id: message.id, emoji: '🔥' } }),
    ].map(({ body }) => body.code)
    expect(codes).toEqual([
      'CONVERSATION_NOT_FOUND',
      'CONVERSATION_NOT_FOUND',
      'CONVERSATION_NOT_FOUND',
      'CONVERSATION_NOT_FOUND',
      'USER_NOT_FOUND',
      'MESSAGE_NOT_FOUND',
    ])
  }
  expect((await get(app, mediaUrl, bert.token)).status).toBe(404)
  await anna.call(unblockMember, { params: { id: bert.id } })
  const { messages } = await bert.call(listMessages, { query: { conversationId } })
  expect(messages.map(({ content }) => content)).toEqual(['Noch gut', ''])
  const again = await bert.refusal(postMessage, { body: { message: 'Und?', conversationId } })
  expect(again.body.code).toBe('CONVERSATION_ENDED')
})

test('members who are hidden from each other see nothing of what the other does', async () => {
  const hub = memoryHub()
  const times = { broadcastPeopleEveryMs: 20 }
  const app = await startApp({}, { hub, times })
  const second = await startApp({}, { hub, beside: app, times })
  const { anna, bert, cleo, conversationId } = await twoFriends(app)
  const his = openSocket(second, { token: bert.token })
  const others = openSocket(second, { token: cleo.token })
  await Promise.all([his.ready(), others.ready()])
  await anna.call(blockMember, { params: { id: bert.id } })
  // The list is sent again, without her.
  await eventually(() => expect(his.all('userStatus').filter(({ full }) => full).length).toBeGreaterThan(1))
  const last = his.all('userStatus').findLastIndex(({ full }) => full === true)
  const sawAfterwards = () =>
    his
      .all('userStatus')
      .slice(last)
      .some(({ users }) => users.some(({ id }) => id === anna.id))
  const hers = openSocket(app, { token: anna.token })
  await hers.ready()
  const position = { seconds: 12, rate: 1 }
  hers.send({
    type: 'userStatus',
    customStatus: 'Im Archiv',
    currentTrack: 'Nur ein Name',
    isPlaying: true,
    position,
  })
  hers.send({ type: 'typing', isTyping: true, conversationId })
  const statusSeen = () =>
    others
      .all('userStatus')
      .some(({ users }) =>
        users.some(({ id, customStatus }) => id === anna.id && customStatus === 'Hört Nur ein Name'),
      )
  await eventually(() => expect(statusSeen()).toBe(true))
  await cleo.call(updateProfile, { body: { customStatus: 'Danach' } })
  const sawCleo = () =>
    his.all('userStatus').some(({ users }) => users.some(({ customStatus }) => customStatus === 'Danach'))
  await eventually(() => expect(sawCleo()).toBe(true))
  expect(sawAfterwards()).toBe(false)
  expect(his.all('typing')).toEqual([])
  const { user } = await bert.call(getPublicProfile, { params: { id: anna.id } })
  expect(user).toMatchObject({ isOnline: false, customStatus: '', bio: '', currentTrack: null })
  for (const key of ['position', 'listeningSeconds']) expect(user).not.toHaveProperty(key)
  const elsewhere = callers(second.address, cleo.token)
  for (const reader of [cleo, elsewhere]) {
    const answer = await reader.call(getPublicProfile, { params: { id: anna.id } })
    expect(answer.user).toMatchObject({ isOnline: true, position: { rate: 1 } })
  }

  await anna.call(unblockMember, { params: { id: bert.id } })
  await eventually(() => expect(sawAfterwards()).toBe(true))
})

test('a mention of a hidden member in the room mentions no one', async () => {
  const app = await startApp()
  const { anna, bert } = await twoFriends(app)
  await bert.call(blockMember, { params: { id: anna.id } })
  const { message } = await anna.call(postMessage, { body: { message: '@bert-b, @cleo-b!' } })
  expect(message.content).toBe('@bert-b, @cleo-b!')
  expect(message.mentions.map(({ username }) => username)).toEqual(['cleo-b'])
})

test('oneself and unknown members cannot be blocked; blocks are in the export', async () => {
  const app = await startApp()
  const { anna, bert } = await twoFriends(app)
  expect((await anna.refusal(blockMember, { params: { id: anna.id } })).body.code).toBe('BLOCK_SELF')
  expect((await anna.refusal(blockMember, { params: { id: 'niemand' } })).body.code).toBe('USER_NOT_FOUND')
  await anna.call(blockMember, { params: { id: bert.id } })
  expect(await anna.call(exportAccount, {})).toMatchObject({ blocks: { blocked: [{ username: 'bert-b' }] } })
  expect(await bert.call(exportAccount, {})).toMatchObject({ blocks: { blocked: [] } })
})

test('a block that is stored while all blocks are read is kept', async () => {
  const redis = await startRedis()
  onTestFinished(async () => redis.stop())
  const app = await startApp({ redisUrl: redis.url })
  await eventually(() => expect(app.services.bus.isUp()).toBe(true))
  const [anna, bert] = [await app.signIn(), await app.signIn()]
  const { db } = app.services
  const hold = holdBack(app, (statement) => /^select "user_id", "blocked_id" from "blocks"$/u.test(statement))
  // Without Redis all blocks are read again.
  await redis.stop()
  await hold.reached
  const blocking = anna.call(blockMember, { params: { id: bert.id } })
  await eventually(async () => expect(await db.selectFrom('blocks').selectAll().execute()).toHaveLength(1))
  // By now the call could have read the block.
  await anna.call(listBlocks, {})
  hold.letGo()
  await blocking
  const { users } = await anna.call(listStatuses, {})
  expect(users.map(({ id }) => id)).not.toContain(bert.id)
})
