import { restrictMember } from '@tonarchiv/contract/chat-order'
import { openConversation } from '@tonarchiv/contract/conversations'
import { blockMember, removeFriend, requestFriend } from '@tonarchiv/contract/friends'
import { expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { makeFriends } from '#testing/friendship.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

type Member = Awaited<ReturnType<TestApp['signIn']>>
type Restriction = { kind: 'ban'; reason: string } | { kind: 'mute'; hours: 1; reason: string }

interface Members {
  app: TestApp
  admin: Member
  writer: Member
  reader: Member
}

async function threeMembers(): Promise<Members> {
  const app = await startApp()
  const [admin, writer, reader] = [
    await app.signIn({ isAdmin: true }),
    await app.signIn(),
    await app.signIn(),
  ]
  return { app, admin, writer, reader }
}

/** What the reader and the admin receive when the writer types, in the room or in a conversation. */
async function receivedTyping({ app, admin, writer, reader }: Members, conversationId?: string) {
  const [own, others, third] = [writer, reader, admin].map(({ token }) => openSocket(app, { token }))
  if (own === undefined || others === undefined || third === undefined) throw new Error('Three sockets')
  await Promise.all([own.ready(), others.ready(), third.ready()])
  own.send({ type: 'typing', isTyping: true, conversationId })
  own.send({ type: 'typing', isTyping: false, conversationId })
  // The answers arrive after everything that was sent before.
  for (const socket of [own, others, third]) await socket.handled()
  const states = [others, third].map((socket) => socket.all('typing').map(({ isTyping }) => isTyping))
  expect(own.all('typing')).toEqual([])
  return { reader: states[0], admin: states[1] }
}

const restrict = async ({ admin }: Members, { id: userId }: Member, body: Restriction) =>
  admin.call(restrictMember, { params: { userId }, body })
const BOTH = [true, false]

test.each<[string, (members: Members) => Promise<unknown>, { reader: boolean[]; admin: boolean[] }]>([
  ['all others', async () => {}, { reader: BOTH, admin: BOTH }],
  [
    'no banned member',
    async (members) => restrict(members, members.reader, { kind: 'ban', reason: '' }),
    { reader: [], admin: BOTH },
  ],
  [
    'a muted member, who may read',
    async (members) => restrict(members, members.reader, { kind: 'mute', hours: 1, reason: '' }),
    { reader: BOTH, admin: BOTH },
  ],
  [
    'no one if its member is muted',
    async (members) => restrict(members, members.writer, { kind: 'mute', hours: 1, reason: '' }),
    { reader: [], admin: [] },
  ],
  [
    'no one if its member is banned',
    async (members) => restrict(members, members.writer, { kind: 'ban', reason: '' }),
    { reader: [], admin: [] },
  ],
  [
    'no member who has blocked the typing one',
    async ({ reader, writer }) => reader.call(blockMember, { params: { id: writer.id } }),
    { reader: [], admin: BOTH },
  ],
  [
    'no member whom the typing one has blocked',
    async ({ reader, writer }) => writer.call(blockMember, { params: { id: reader.id } }),
    { reader: [], admin: BOTH },
  ],
])('typing in the room reaches %s', async (_name, prepare, expected) => {
  const members = await threeMembers()
  await prepare(members)
  expect(await receivedTyping(members)).toEqual(expected)
})

test('typing reaches the room again when a mute has ended', async () => {
  const members = await threeMembers()
  await restrict(members, members.writer, { kind: 'mute', hours: 1, reason: '' })
  members.app.passTime(3_600_000)
  expect(await receivedTyping(members)).toEqual({ reader: BOTH, admin: BOTH })
})

test.each<[string, (members: Members) => Promise<unknown>, boolean[]]>([
  ['a friend', async () => {}, BOTH],
  [
    'no former friend',
    async ({ writer, reader }) => reader.call(removeFriend, { params: { id: writer.id } }),
    [],
  ],
  [
    'a former friend while a request is open',
    async ({ writer, reader }) => {
      await reader.call(removeFriend, { params: { id: writer.id } })
      await reader.call(requestFriend, { body: { friendId: writer.id } })
    },
    BOTH,
  ],
  [
    'no member who has blocked the typing one',
    async ({ writer, reader }) => reader.call(blockMember, { params: { id: writer.id } }),
    [],
  ],
  [
    'no member whom the typing one has blocked',
    async ({ writer, reader }) => writer.call(blockMember, { params: { id: reader.id } }),
    [],
  ],
  [
    'a friend also if both are banned from the room',
    async (members) => {
      for (const member of [members.writer, members.reader])
        await restrict(members, member, { kind: 'ban', reason: '' })
    },
    BOTH,
  ],
])('typing in a conversation reaches %s, and no third member', async (_name, prepare, expected) => {
  const members = await threeMembers()
  const { writer, reader } = members
  await makeFriends(writer, reader)
  const { conversation } = await writer.call(openConversation, { body: { userId: reader.id } })
  await prepare(members)
  expect(await receivedTyping(members, conversation.id)).toEqual({ reader: expected, admin: [] })
})

test('typing in a conversation of two others reaches neither, even from a friend of both', async () => {
  const members = await threeMembers()
  const { admin, reader, writer } = members
  await makeFriends(admin, reader)
  for (const other of [admin, reader]) await makeFriends(writer, other)
  const { conversation } = await admin.call(openConversation, { body: { userId: reader.id } })
  expect(await receivedTyping(members, conversation.id)).toEqual({ reader: [], admin: [] })
})
