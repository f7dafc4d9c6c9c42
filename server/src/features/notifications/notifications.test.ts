import { postMessage } from '@tonarchiv/contract/chat'
import { addReaction } from '@tonarchiv/contract/chat-changes'
import { acceptRequest, listFriends, requestFriend } from '@tonarchiv/contract/friends'
import {
  countNotices,
  listNotices,
  type Notice,
  readAllNotices,
  readNotice,
} from '@tonarchiv/contract/notifications'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { type Call, startApp } from '#testing/start-app.ts'

const textOf = ({ sentence }: Pick<Notice, 'sentence'>) => sentence.map(({ text }) => text).join('')
const inboxOf = async (member: { call: Call }) => (await member.call(listNotices, { query: {} })).notices
const textsOf = async (member: { call: Call }) => (await inboxOf(member)).map(textOf)
const unreadOf = async (member: { call: Call }) => (await member.call(countNotices, {})).unread

test('a friend request can be answered from its notice, and both learn of it', async () => {
  const app = await startApp()
  const [mara, tom] = [await app.signIn({ username: 'mara' }), await app.signIn({ username: 'tom' })]
  await mara.call(requestFriend, { body: { friendId: tom.id } })
  await eventually(async () => expect(await textsOf(tom)).toEqual(['mara möchte mit dir befreundet sein']))
  expect(await unreadOf(tom)).toBe(1)
  const [notice] = await inboxOf(tom)
  const { friendRequests } = await tom.call(listFriends, {})
  expect(notice).toMatchObject({
    kind: 'friendRequest',
    people: [{ id: mara.id }],
    path: '/friends',
    action: { kind: 'answerFriendRequest', requestId: friendRequests[0]?.id },
  })
  await tom.call(acceptRequest, { params: { id: friendRequests[0]?.id ?? '' } })
  expect(await textsOf(tom)).toEqual(['mara und du seid jetzt befreundet'])
  expect(await unreadOf(tom)).toBe(0)
  await eventually(async () => expect(await textsOf(mara)).toEqual(['tom und du seid jetzt befreundet']))
  expect(await unreadOf(mara)).toBe(1)
})

test('mentions, answers and reactions are told to those whom they concern, and to nobody else', async () => {
  const app = await startApp()
  const [mara, tom, eve] = [
    await app.signIn({ username: 'mara' }),
    await app.signIn({ username: 'tom' }),
    await app.signIn({ username: 'eve' }),
  ]
  const { message } = await mara.call(postMessage, { body: { message: '@tom @mara hört ihr die Bridge?' } })
  await tom.call(postMessage, { body: { message: 'Ja!', replyTo: message.id } })
  await tom.call(addReaction, { params: { id: message.id, emoji: '🔥' } })
  await eve.call(addReaction, { params: { id: message.id, emoji: '🔥' } })
  await mara.call(addReaction, { params: { id: message.id, emoji: '🔥' } })
  await eventually(async () =>
    expect(await textsOf(mara)).toEqual([
      'eve und tom haben auf deine Nachricht reagiert',
      'tom hat auf deine Nachricht geantwortet',
    ]),
  )
  expect((await inboxOf(mara))[0]).toMatchObject({
    reactions: [{ emoji: '🔥', count: 2 }],
    path: `/chat?message=${message.id}`,
  })
  await eventually(async () => expect(await textsOf(tom)).toEqual(['mara hat dich im Chat Room erwähnt']))
  expect((await inboxOf(tom))[0]).toMatchObject({ quote: '@tom @mara hört ihr die Bridge?' })
  expect(await textsOf(eve)).toEqual([])
  const [first] = await inboxOf(mara)
  await mara.call(readNotice, { params: { id: first?.id ?? '' } })
  expect(await unreadOf(mara)).toBe(1)
  await mara.call(readAllNotices, {})
  expect(await unreadOf(mara)).toBe(0)
})
