import { randomUUID } from 'node:crypto'
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
import { changeUsername, updateProfile } from '@tonarchiv/contract/users'
import { describe, expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { type Call, startApp } from '#testing/start-app.ts'
import { cleanUpChat } from './cleanup.ts'

const send = async (member: { call: Call }, message: string): Promise<ChatMessage> =>
  (await member.call(postMessage, { body: { message } })).message
const contents = (messages: readonly ChatMessage[]) => messages.map(({ content }) => content)

describe('a message', () => {
  test('is trimmed, stored, and sent to others with its author’s current name', async () => {
    const app = await startApp()
    const mara = await app.signIn({ username: 'mara' })
    const reader = await app.signIn()
    const sent = await send(mara, '  Hallo\r\nihr  ')
    expect(sent).toMatchObject({
      content: 'Hallo\nihr',
      messageType: 'text',
      userId: mara.id,
      username: 'mara',
    })
    const read = async () => (await reader.call(listMessages, { query: {} })).messages
    expect(await read()).toEqual([sent])
    await mara.call(updateProfile, { body: { displayName: 'Mara M.' } })
    expect(await read()).toEqual([{ ...sent, displayName: 'Mara M.' }])
    await mara.call(changeUsername, { body: { username: 'mara-neu' } })
    expect(await read()).toEqual([{ ...sent, username: 'mara-neu', displayName: 'Mara M.' }])
  })

  test('reaches all sockets, the sender’s too, before or with the response', async () => {
    const app = await startApp()
    const [one, other] = [await app.signIn(), await app.signIn()]
    const sockets = [openSocket(app, { token: one.token }), openSocket(app, { token: other.token })]
    await Promise.all(sockets.map(async (socket) => socket.ready()))
    const sent = await send(one, 'Hört ihr mich?')
    for (const socket of sockets)
      await eventually(() => expect(socket.all('chatMessage').map(({ message }) => message)).toEqual([sent]))
  })

  test.each([
    ['nothing', '', 'MESSAGE_EMPTY'],
    ['white space', ' \n\t ', 'MESSAGE_EMPTY'],
    ['marks that show nothing', '\u202e\u2066\u0007', 'MESSAGE_EMPTY'],
    ['501 characters', 'ä'.repeat(501), 'MESSAGE_TOO_LONG'],
    ['501 parrots', '🦜'.repeat(501), 'MESSAGE_TOO_LONG'],
    ['9,000 characters', 'x'.repeat(9000), 'VALIDATION'],
    ['a number', 7, 'VALIDATION'],
    ['a list', ['x'], 'VALIDATION'],
  ])('of %s is refused and not broadcast', async (_name, message, code) => {
    const app = await startApp()
    const member = await app.signIn()
    const socket = openSocket(app, { token: member.token })
    await socket.ready()
    expect((await member.refusal(postMessage, { body: { message } })).body.code).toBe(code)
    await send(member, 'danach')
    await eventually(() =>
      expect(socket.all('chatMessage').map(({ message: { content } }) => content)).toEqual(['danach']),
    )
    expect((await member.call(listMessages, { query: {} })).messages).toHaveLength(1)
  })

  test.each([
    ['500 characters', 'ä'.repeat(500)],
    ['500 parrots', '🦜'.repeat(500)],
    ['markup', '<img src=x onerror="alert(1)"><script>alert(1)</script>'],
    ['a link that does something', 'javascript:alert(1) https://a.example/?a=1&b=2'],
    ['what looks like JSON or SQL', `'; drop table users; -- {"type":"chatMessage"} %_\\`],
  ])('of %s is kept letter for letter', async (_name, message) => {
    const app = await startApp()
    const member = await app.signIn()
    await send(member, message)
    expect(contents((await member.call(listMessages, { query: {} })).messages)).toEqual([message])
  })

  test('takes its author from the session, not from the body', async () => {
    const app = await startApp()
    const [author, victim] = [await app.signIn(), await app.signIn()]
    const forged = {
      message: 'Ich bin es',
      userId: victim.id,
      user_id: victim.id,
      username: victim.username,
      displayName: 'Chef',
      photoURL: 'https://fremd.example/x.png',
      id: 'zzz',
      createdAt: '1999-01-01T00:00:00.000Z',
      isAdmin: true,
    }
    const { message } = await author.call(postMessage, { body: forged })
    expect(message).toMatchObject({ userId: author.id, username: author.username, photoURL: null })
    expect([message.id, message.createdAt]).not.toContain('zzz')
    expect(message.createdAt.startsWith('1999')).toBe(false)
  })

  test('sent again with its client id is stored once, however many copies arrive at the same time', async () => {
    const app = await startApp()
    const [member, other] = [await app.signIn(), await app.signIn()]
    const socket = openSocket(app, { token: other.token })
    await socket.ready()
    const clientId = randomUUID()
    const post = async (who = member) =>
      (await who.call(postMessage, { body: { message: 'Einmal', clientId } })).message
    const first = await post()
    expect(await post()).toEqual(first)
    const again = randomUUID()
    const copies = await Promise.all(
      Array.from({ length: 20 }, async () =>
        member.call(postMessage, { body: { message: 'Zweimal', clientId: again } }),
      ),
    )
    expect(new Set(copies.map(({ message }) => message.id)).size).toBe(1)
    // The same client id from another member makes another message.
    await post(other)
    await send(member, 'Ende')
    await eventually(() =>
      expect(socket.all('chatMessage').map(({ message }) => message.content)).toEqual([
        'Einmal',
        'Zweimal',
        'Einmal',
        'Ende',
      ]),
    )
    expect(socket.all('chatMessage').map(({ revision }) => revision)).toEqual([1, 2, 3, 4])
    expect((await member.refusal(postMessage, { body: { message: 'x', clientId: 'keine' } })).status).toBe(
      400,
    )
  })

  test('contains its mentions of members, and no others', async () => {
    const app = await startApp()
    const [anna, bert] = [await app.signIn({ username: 'anna' }), await app.signIn({ username: 'bert_2' })]
    const { mentions } = await send(anna, 'Hallo @Bert_2, @anna und @niemand; post@bert_2.example @bert_2')
    expect(mentions.toSorted((a, b) => (a.username < b.username ? -1 : 1))).toEqual([
      { userId: anna.id, username: 'anna' },
      { userId: bert.id, username: 'bert_2' },
    ])
    expect((await bert.call(listMessages, { query: {} })).messages[0]?.mentions).toEqual(mentions)
  })

  test('is rate-limited', async () => {
    const app = await startApp({ rateLimitFactor: 1 })
    const member = await app.signIn()
    const before = performance.now()
    const attempts = await Promise.all(
      Array.from({ length: 90 }, async (_, number) => {
        const response = await app.fetch('/api/chat/messages', {
          method: 'POST',
          headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ message: `${number}` }),
        })
        return { status: response.status, pause: response.headers.get('retry-after') }
      }),
    )
    const claimed = attempts.filter(({ status }) => status === 200).length
    expect(claimed).toBeGreaterThanOrEqual(60)
    expect(claimed).toBeLessThanOrEqual(61 + (performance.now() - before) / 1000)
    const refused = attempts.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(90 - claimed)
    expect(new Set(refused.map(({ pause }) => pause))).toEqual(new Set(['1']))
    await eventually(async () => send(member, 'wieder'))
  })
})

describe('the history', () => {
  test('is read in pages, ascending, by offset from the newest, before and after a message', async () => {
    const app = await startApp()
    const member = await app.signIn()
    const sent = []
    for (let number = 0; number < 7; number += 1) sent.push(await send(member, `${number}`))
    const page = async (query: Record<string, string | number>) => {
      const { messages, hasMore } = await member.call(listMessages, { query })
      return [contents(messages).join(''), hasMore]
    }
    const [, , third, , , , last] = sent.map(({ id }) => id)
    expect(await page({})).toEqual(['0123456', false])
    expect(await page({ limit: 3 })).toEqual(['456', true])
    expect(await page({ limit: 3, offset: 3 })).toEqual(['123', true])
    expect(await page({ limit: 3, offset: 6 })).toEqual(['0', false])
    expect(await page({ limit: 2, before: third ?? '' })).toEqual(['01', false])
    expect(await page({ limit: 1, before: third ?? '' })).toEqual(['1', true])
    expect(await page({ limit: 3, after: third ?? '' })).toEqual(['345', true])
    expect(await page({ after: last ?? '' })).toEqual(['', false])
    expect(await page({ limit: 101 })).toEqual(['0123456', false])
    const wrong: Record<string, string | number>[] = [{ limit: 0 }, { offset: -1 }, { limit: 'x' }]
    for (const query of [...wrong, { revision: 'x' }])
      expect((await member.refusal(listMessages, { query })).status).toBe(400)
  })

  test('contains the deletions since the reader’s revision, or requests a new start', async () => {
    const app = await startApp()
    const member = await app.signIn()
    const [one, two, three] = [
      await send(member, 'eins'),
      await send(member, 'zwei'),
      await send(member, 'drei'),
    ]
    const { revision } = await member.call(listMessages, { query: {} })
    const four = await send(member, 'vier')
    for (const { id } of [one, four]) await member.call(deleteMessage, { params: { id } })
    const missed = await member.call(listMessages, { query: { after: three.id, revision } })
    expect(missed).toMatchObject({
      messages: [],
      deletedIds: [one.id, four.id],
      hasMore: false,
      revision: revision + 3,
    })
    expect(contents((await member.call(listMessages, { query: {} })).messages)).toEqual(['zwei', 'drei'])

    app.passTime(40 * 24 * 60 * 60 * 1000)
    await cleanUpChat(app.services)
    const { token } = await app.signIn()
    const late = await app.fetch(`/api/chat/messages?after=${three.id}&revision=${revision}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await late.json()).toMatchObject({ deletedIds: [], startOver: true })
    const fresh = await app.fetch(`/api/chat/messages?before=${three.id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await fresh.json()).toMatchObject({ messages: [{ id: two.id }] })
  })
})

describe('deleting', () => {
  test('is allowed for the author and admins, and is broadcast to all sockets', async () => {
    const app = await startApp()
    const [author, outsider, admin] = [
      await app.signIn(),
      await app.signIn(),
      await app.signIn({ isAdmin: true }),
    ]
    const socket = openSocket(app, { token: outsider.token })
    await socket.ready()
    const [own, another] = [await send(author, 'meine'), await send(author, 'auch meine')]
    expect((await outsider.refusal(deleteMessage, { params: { id: own.id } })).body.code).toBe(
      'MESSAGE_NOT_FOUND',
    )
    await author.call(deleteMessage, { params: { id: own.id } })
    expect((await author.refusal(deleteMessage, { params: { id: own.id } })).status).toBe(404)
    await admin.call(deleteMessage, { params: { id: another.id } })
    await eventually(() =>
      expect(socket.all('chatMessageDeleted')).toEqual([
        { type: 'chatMessageDeleted', id: own.id, revision: 3 },
        { type: 'chatMessageDeleted', id: another.id, revision: 4 },
      ]),
    )
    expect((await author.call(listMessages, { query: {} })).messages).toEqual([])
    const rows = await app.services.db.selectFrom('chatMessages').select('content').execute()
    expect(rows.map(({ content }) => content)).toEqual(['', ''])
    const acts = await app.services.db
      .selectFrom('adminActs')
      .select(['action', 'actorId', 'target'])
      .execute()
    expect(acts).toEqual([{ action: 'chat.delete', actorId: admin.id, target: another.id }])
  })

  test('twenty times at once takes effect once', async () => {
    const app = await startApp()
    const author = await app.signIn()
    const { id } = await send(author, 'weg damit')
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, async () => author.call(deleteMessage, { params: { id } })),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await author.call(listMessages, { query: {} })).revision).toBe(2)
  })
})

test('messages stay when their author’s account is deleted, without the name', async () => {
  const app = await startApp()
  const [author, reader] = [await app.signIn({ username: 'verschwindet' }), await app.signIn()]
  const { id } = await send(author, 'Ich war hier')
  const read = async () => (await reader.call(listMessages, { query: {} })).messages
  expect(await read()).toMatchObject([{ id, username: 'verschwindet' }])
  await author.call(deleteAccount, { body: { password: author.password } })
  const messages = await read()
  expect(messages).toMatchObject([
    {
      id,
      content: 'Ich war hier',
      userId: null,
      username: '',
      displayName: 'Gelöschter Benutzer',
      photoURL: null,
    },
  ])
  expect((await reader.refusal(deleteMessage, { params: { id } })).status).toBe(404)
})

test('the export contains one’s own messages, and none of others', async () => {
  const app = await startApp()
  const [author, other] = [await app.signIn(), await app.signIn()]
  await send(author, 'Von mir')
  await send(other, 'Von anderen')
  const text = JSON.stringify(await author.call(exportAccount, {}))
  expect(text).toContain('Von mir')
  expect(text).not.toContain('Von anderen')
})

describe('reading', () => {
  test('is synchronised between devices, only advances, and counts the messages of others', async () => {
    const app = await startApp()
    const [writer, reader] = [await app.signIn(), await app.signIn()]
    const device = openSocket(app, { token: reader.token })
    await device.ready()
    expect(await reader.call(getReadMark, { query: {} })).toEqual({ lastReadId: null, unread: 0 })
    const [one, two] = [await send(writer, 'eins'), await send(writer, 'zwei')]
    await send(reader, 'meine eigene')
    expect(await reader.call(getReadMark, { query: {} })).toEqual({ lastReadId: null, unread: 2 })
    const mark = async (lastReadId: string) => reader.call(setReadMark, { body: { lastReadId } })
    expect(await mark(two.id)).toEqual({ lastReadId: two.id, unread: 0 })
    expect(await mark(one.id)).toEqual({ lastReadId: two.id, unread: 0 })
    await eventually(() =>
      expect(device.all('chatRead')[0]).toEqual({ type: 'chatRead', lastReadId: two.id }),
    )
    const three = await send(writer, 'drei')
    expect(await reader.call(getReadMark, { query: {} })).toEqual({ lastReadId: two.id, unread: 1 })
    await writer.call(deleteMessage, { params: { id: three.id } })
    expect((await reader.call(getReadMark, { query: {} })).unread).toBe(0)
    // This id is later than the newest message, so the mark is set to the newest message.
    await mark('ffffffff-ffff-7fff-bfff-ffffffffffff')
    await send(writer, 'vier')
    expect((await reader.call(getReadMark, { query: {} })).unread).toBe(1)
  })

  test('goes back to before a message on all devices, and only forward again by reading', async () => {
    const app = await startApp()
    const [writer, reader] = [await app.signIn(), await app.signIn()]
    const device = openSocket(app, { token: reader.token })
    await device.ready()
    const [one, two, three] = [
      await send(writer, 'eins'),
      await send(writer, 'zwei'),
      await send(writer, 'drei'),
    ]
    const unread = async (messageId: string) => reader.call(markUnread, { body: { messageId } })
    // Nothing was read yet, so nothing becomes read.
    expect(await unread(three.id)).toEqual({ lastReadId: null, unread: 3 })
    await reader.call(setReadMark, { body: { lastReadId: three.id } })
    expect(await unread(two.id)).toEqual({ lastReadId: one.id, unread: 2 })
    await eventually(() =>
      expect(device.all('chatRead').at(-1)).toEqual({
        type: 'chatRead',
        lastReadId: one.id,
        unreadFrom: two.id,
      }),
    )
    // Marking a later message as unread does not move the read mark forward.
    expect(await unread(three.id)).toEqual({ lastReadId: one.id, unread: 2 })
    expect((await unread(one.id)).unread).toBe(3)
    expect((await reader.call(getReadMark, { query: {} })).unread).toBe(3)
    await reader.call(setReadMark, { body: { lastReadId: three.id } })
    expect((await reader.call(getReadMark, { query: {} })).unread).toBe(0)
    await writer.call(deleteMessage, { params: { id: two.id } })
    expect((await reader.refusal(markUnread, { body: { messageId: two.id } })).body.code).toBe(
      'MESSAGE_NOT_FOUND',
    )
  })

  test('begins for a new member with the messages after the registration', async () => {
    const app = await startApp()
    const writer = await app.signIn()
    await send(writer, 'Vor deiner Zeit')
    app.passTime(5)
    const newcomer = await app.signIn()
    expect((await newcomer.call(getReadMark, { query: {} })).unread).toBe(0)
    app.passTime(5)
    await send(writer, 'Willkommen')
    expect((await newcomer.call(getReadMark, { query: {} })).unread).toBe(1)
  })
})

test('typing is broadcast to all others, not with every key press, and ends with the socket', async () => {
  const app = await startApp()
  const [anna, bert, cora] = [await app.signIn(), await app.signIn(), await app.signIn()]
  const [annaSocket, bertSocket, watcher] = [anna, bert, cora].map(({ token }) => openSocket(app, { token }))
  if (annaSocket === undefined || bertSocket === undefined || watcher === undefined)
    throw new Error('Three sockets')
  await Promise.all([annaSocket.ready(), bertSocket.ready(), watcher.ready()])
  for (let key = 0; key < 10; key += 1) annaSocket.send({ type: 'typing', isTyping: true })
  bertSocket.send({ type: 'typing', isTyping: true })
  const typing = () => watcher.all('typing').map(({ userId, isTyping }) => [userId, isTyping])
  await eventually(() =>
    expect(typing()).toEqual([
      [anna.id, true],
      [bert.id, true],
    ]),
  )
  expect(watcher.all('typing')[0]).toMatchObject({ username: anna.username, displayName: anna.username })
  annaSocket.send({ type: 'typing', isTyping: false })
  bertSocket.close()
  await eventually(() =>
    expect(typing().slice(2)).toEqual([
      [anna.id, false],
      [bert.id, false],
    ]),
  )
  expect(annaSocket.all('typing').map(({ userId }) => userId)).toEqual([bert.id, bert.id])
})
