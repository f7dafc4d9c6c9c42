import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { deleteMessage, listMessages, postMessage } from '@tonarchiv/contract/chat'
import {
  addReaction,
  editMessage,
  pinMessage,
  removeReaction,
  unpinMessage,
} from '@tonarchiv/contract/chat-changes'
import { listStatuses } from '@tonarchiv/contract/presence'
import { requestFriend } from '@tonarchiv/contract/friends'
import { logout } from '@tonarchiv/contract/auth'
import { updateProfile } from '@tonarchiv/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { openSocket } from '#testing/browser-socket.ts'
import { ChatReader } from '#testing/chat-reader.ts'
import { dice } from '#testing/dice.ts'
import { eventually } from '#testing/eventually.ts'
import { privateConversation } from '#testing/private-conversation.ts'
import { startRedis, type TestRedis } from '#testing/redis.ts'
import { type Call, callers, startApp, type TestApp } from '#testing/start-app.ts'

let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(async () => redis.stop())

/** Broadcasts changes of members after 20 ms; by default they are batched for a second. */
const times = { broadcastPeopleEveryMs: 20 }

/** Two processes of one installation, for each kind of bus. */
const buses: Record<string, () => Promise<[TestApp, TestApp]>> = {
  'in the process': async () => {
    const hub = memoryHub()
    const first = await startApp({}, { hub, times })
    return [first, await startApp({}, { hub, beside: first, times })]
  },
  'over Redis': async () => {
    const redisUrl = redis.url
    const secret = randomUUID().repeat(2)
    const first = await startApp({ redisUrl, secret }, { times })
    const second = await startApp({ redisUrl, secret }, { beside: first, times })
    await eventually(() => expect([first, second].every(({ services }) => services.bus.isUp())).toBe(true))
    return [first, second]
  },
}

type Member = Awaited<ReturnType<TestApp['signIn']>>
/** Calls of a member to another process. */
const at = ({ address }: TestApp, { token }: Member) => callers(address, token)

/** Edits a message, reacts to it or pins it. Its author may delete it at the same time. */
async function changeSomehow(
  { call, callOfAuthor }: { call: Call; callOfAuthor: Call },
  throwDice: (sides: number) => number,
  id: string,
  message: string,
): Promise<void> {
  const params = { id, emoji: ['🔥', '🦜', '❤️'][throwDice(3)] ?? '🔥' }
  const isOn = throwDice(3) > 0
  const changes = [
    async () => callOfAuthor(editMessage, { params, body: { message } }),
    async () => call(isOn ? pinMessage : unpinMessage, { params }),
    async () => call(isOn ? addReaction : removeReaction, { params }),
    async () => call(isOn ? addReaction : removeReaction, { params }),
  ]
  try {
    await changes[throwDice(changes.length)]?.()
  } catch (error) {
    if (!String(error).includes('MESSAGE_NOT_FOUND')) throw error
  }
}

describe.each(Object.entries(buses))('two processes that hear each other %s', (_name, start) => {
  test('share a conversation of two members, which others do not receive', async () => {
    const [first, second] = await start()
    const [anna, bert, eve] = [await first.signIn(), await first.signIn(), await first.signIn()]
    const conversationId = await privateConversation(first, [anna, bert])
    const [his, others] = [bert, eve].map(({ token }) => openSocket(second, { token }))
    await Promise.all([his?.ready(), others?.ready()])
    const { message } = await anna.call(postMessage, { body: { message: 'Unter uns', conversationId } })
    await anna.call(postMessage, { body: { message: 'Für alle' } })
    await eventually(() => expect(his?.all('chatMessage')).toHaveLength(2))
    expect(his?.all('chatMessage')[0]).toEqual({ type: 'chatMessage', message, revision: 1, conversationId })
    await eventually(() => expect(others?.all('chatMessage')).toHaveLength(1))
    expect(others?.all('chatMessage')).toMatchObject([{ message: { content: 'Für alle' }, revision: 1 }])
  })

  test('share the chat, the list of members and the end of sessions', async () => {
    const [first, second] = await start()
    const [anna, bert] = [await first.signIn(), await first.signIn()]
    const annaSocket = openSocket(first, { token: anna.token })
    const bertSocket = openSocket(second, { token: bert.token })
    await Promise.all([annaSocket.ready(), bertSocket.ready()])

    bertSocket.send({ type: 'userStatus', customStatus: 'Im Chat' })
    const seen = () =>
      annaSocket
        .all('userStatus')
        .flatMap(({ users }) => users)
        .findLast(({ id }) => id === bert.id)
    await eventually(() => expect(seen()).toMatchObject({ isOnline: true, customStatus: 'Im Chat' }))
    await eventually(async () =>
      expect((await at(second, bert).call(listStatuses, {})).counts).toEqual({ online: 2, offline: 0 }),
    )

    const { message } = await anna.call(postMessage, { body: { message: 'Hallo drüben' } })
    const { message: answer } = await at(second, bert).call(postMessage, { body: { message: 'Hallo hier' } })
    await at(second, bert).call(deleteMessage, { params: { id: answer.id } })
    for (const socket of [annaSocket, bertSocket]) {
      await eventually(() => expect(socket.all('chatMessageDeleted')).toHaveLength(1))
      expect(socket.all('chatMessage').map((each) => each.message)).toEqual([message, answer])
    }

    const authors = async () =>
      (await at(second, bert).call(listMessages, { query: {} })).messages.map(
        ({ displayName }) => displayName,
      )
    expect(await authors()).toEqual([message.displayName])
    await anna.call(updateProfile, { body: { displayName: 'Anna von drüben' } })
    await eventually(async () => expect(await authors()).toEqual(['Anna von drüben']))

    annaSocket.send({ type: 'typing', isTyping: true })
    await eventually(() =>
      expect(bertSocket.all('typing')[0]).toMatchObject({ userId: anna.id, isTyping: true }),
    )
    await anna.call(requestFriend, { body: { friendId: bert.id } })
    await eventually(() => expect(bertSocket.all('friendsChanged')).toHaveLength(1))

    // The logout is sent to the first process; the socket is in the second.
    await bert.call(logout, {})
    expect(await bertSocket.closed()).toBe(4401)
    await eventually(() => expect(seen()).toMatchObject({ isOnline: false }))
  })

  test('show no member as online whose process was stopped or killed', async () => {
    const [first, second] = await start()
    const watcher = openSocket(first, { token: (await first.signIn()).token })
    const guest = await first.signIn()
    const away = openSocket(second, { token: guest.token })
    await Promise.all([watcher.ready(), away.ready()])
    const isOnline = () =>
      watcher
        .all('userStatus')
        .flatMap(({ users }) => users)
        .findLast(({ id }) => id === guest.id)?.isOnline
    await eventually(() => expect(isOnline()).toBe(true))
    await second.close()
    await eventually(() => expect(isOnline()).toBe(false))
  })

  test('commit at the same time and still broadcast all changes in one order', async () => {
    const [first, second] = await start()
    const writers = await Promise.all(Array.from({ length: 6 }, async () => first.signIn()))
    const readers = [first, second].map((app) => openSocket(app, { token: writers[0]?.token }))
    await Promise.all(readers.map(async (reader) => reader.ready()))
    const perWriter = 15
    await Promise.all(
      writers.map(async (writer, index) => {
        const { call } = at(index % 2 === 0 ? first : second, writer)
        for (let number = 0; number < perWriter; number += 1)
          await call(postMessage, { body: { message: `${index}-${number}` } })
      }),
    )
    const total = writers.length * perWriter
    for (const reader of readers) {
      await eventually(() => expect(reader.all('chatMessage')).toHaveLength(total))
      const events = reader.all('chatMessage')
      expect(events.map(({ revision }) => revision)).toEqual(Array.from({ length: total }, (_, at) => at + 1))
      const ids = events.map(({ message }) => message.id)
      expect(ids).toEqual(ids.toSorted())
    }
  })

  test.each([11, 12, 13])(
    'however people join, write, answer, edit, react, pin, delete, drop out and come back, all end with the same list (%i)',
    async (seed) => {
      const apps = await start()
      const [first, second] = apps
      const throwDice = dice(seed)
      const members = await Promise.all(
        Array.from({ length: 6 }, async () => first.signIn({ isAdmin: true })),
      )
      const readers = members.map((member) => new ChatReader(member))
      const sent: { id: string; by: number }[] = []
      const gone = new Set<string>()
      const running: Promise<unknown>[] = []

      for (let step = 0; step < 120; step += 1) {
        const who = throwDice(members.length)
        const [member, reader] = [members[who], readers[who]]
        const app = apps[throwDice(2)]
        if (member === undefined || reader === undefined || app === undefined) throw new Error('Nobody')
        const { call } = at(app, member)
        const action = throwDice(16)
        const any = sent[throwDice(sent.length + 1)]
        if (action < 5) {
          const replyTo = throwDice(3) === 0 ? any?.id : undefined
          const body = { message: `Schritt ${step}`, clientId: randomUUID(), replyTo }
          const post = async () => (await call(postMessage, { body })).message.id
          // Sometimes a message is sent twice, as by a browser that got no response.
          const posting = Promise.all(throwDice(4) === 0 ? [post(), post()] : [post()])
          running.push(
            posting.then(([id = '', again = id]) => {
              expect(again).toBe(id)
              sent.push({ id, by: who })
            }),
          )
        } else if (action < 6) {
          const own = sent.find(({ id, by }) => by === who && !gone.has(id))
          if (own !== undefined) {
            gone.add(own.id)
            running.push(call(deleteMessage, { params: { id: own.id } }))
          }
        } else if (action < 8) {
          reader.disconnect()
          await reader.connect(throwDice(2) === 0 ? first : second)
        } else if (action < 9) {
          reader.disconnect()
        } else if (action < 14 && any !== undefined)
          running.push(
            changeSomehow(
              { call, callOfAuthor: at(app, members[any.by] ?? member).call },
              throwDice,
              any.id,
              `Geändert in Schritt ${step}`,
            ),
          )
        else await pause(throwDice(15))
        // The server rejects messages that wait too long, so only 20 are sent at once.
        if (running.length % 20 === 19) await Promise.all(running)
      }
      await Promise.all(running)
      const expected = sent
        .map(({ id }) => id)
        .filter((id) => !gone.has(id))
        .sort()
      const { messages } = await at(first, members[0] ?? (await first.signIn())).call(listMessages, {
        query: { limit: 100 },
      })
      expect(messages.map(({ id }) => id)).toEqual(expected)
      // Disconnected readers reconnect; connected readers must have received everything without a request.
      for (const reader of readers)
        if (reader.socket === undefined) await reader.connect(throwDice(2) === 0 ? first : second)
      for (const reader of readers) {
        await eventually(() => {
          reader.listen()
          expect(reader.all()).toEqual(messages)
        })
        expect(reader.faults).toEqual([])
      }
    },
  )
})

test('a change of a kind that only a newer process knows is passed on in order', async () => {
  const app = await startApp()
  const member = await app.signIn()
  const socket = openSocket(app, { token: member.token })
  await socket.ready()
  const { message } = await member.call(postMessage, { body: { message: 'Auf Deutsch' } })
  const { db } = app.services
  // A process of a newer version writes a change, and its message on the bus does not arrive here.
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('conversations').set({ revision: 2 }).execute()
    const payload = JSON.stringify({ language: 'nl' })
    await trx
      .insertInto('chatChanges')
      .values({ conversationId: 'room', revision: 2, kind: 'translation', messageId: message.id, payload })
      .execute()
  })
  await member.call(deleteMessage, { params: { id: message.id } })
  await eventually(() => expect(socket.all('chatMessageDeleted')).toHaveLength(1))
  expect(socket.got.filter((got) => 'revision' in got)).toEqual([
    { type: 'chatMessage', message, revision: 1 },
    {
      type: 'chatChange',
      kind: 'translation',
      messageId: message.id,
      payload: { language: 'nl' },
      revision: 2,
    },
    { type: 'chatMessageDeleted', id: message.id, revision: 3 },
  ])
})

test('while Redis is unavailable each process continues, and reads the changes of others from the database', async () => {
  const own = await startRedis()
  try {
    const secret = randomUUID().repeat(2)
    const metricsToken = 'a token that only this test knows'
    const first = await startApp({
      redisUrl: own.url,
      secret,
      metrics: { listen: undefined, token: metricsToken },
    })
    const second = await startApp({ redisUrl: own.url, secret }, { beside: first })
    const isUp = () => [first, second].map(({ services }) => services.bus.isUp())
    const metrics = async () => {
      const headers = { authorization: `Bearer ${metricsToken}` }
      return (await first.fetch('/metrics', { headers })).text()
    }
    await eventually(() => expect(isUp()).toEqual([true, true]))
    expect(await metrics()).toMatch(/^tonarchiv_bus_up 1$/m)
    const [anna, bert] = [await first.signIn(), await first.signIn()]
    const bertSocket = openSocket(second, { token: bert.token })
    await bertSocket.ready()
    await own.stop()
    await eventually(() => expect(isUp()).toEqual([false, false]))
    // The processes stay ready: a load balancer would otherwise remove all of them at once.
    expect((await first.fetch('/readyz')).status).toBe(200)
    expect(await metrics()).toMatch(/^tonarchiv_bus_up 0$/m)
    const { message: asked } = await anna.call(postMessage, { body: { message: 'Hört mich jemand?' } })
    await eventually(() => expect(bertSocket.all('chatMessage')).toHaveLength(1))
    const params = { id: asked.id, emoji: '👋' }
    await anna.call(addReaction, { params })
    await anna.call(editMessage, { params, body: { message: 'Hört mich wer?' } })
    await eventually(() =>
      expect(bertSocket.all('chatChange')).toMatchObject([
        { kind: 'reaction', revision: 2, payload: { emoji: '👋', count: 1, userId: anna.id, added: true } },
        { kind: 'edit', revision: 3, payload: { content: 'Hört mich wer?' } },
      ]),
    )
    const conversationId = await privateConversation(first, [anna, bert])
    await anna.call(postMessage, { body: { message: 'Unter uns', conversationId } })
    await eventually(() => expect(bertSocket.all('chatMessage')).toHaveLength(2))
    expect(bertSocket.all('chatMessage')[1]).toMatchObject({ conversationId, revision: 1 })
    await own.start()
    await eventually(() => expect(isUp()).toEqual([true, true]))
    await anna.call(postMessage, { body: { message: 'Wieder da' } })
    await eventually(() =>
      expect(
        bertSocket.all('chatMessage').map(({ message, revision }) => [message.content, revision]),
      ).toEqual([
        ['Hört mich jemand?', 1],
        ['Unter uns', 1],
        ['Wieder da', 4],
      ]),
    )
  } finally {
    await own.stop()
  }
})

test('a restart loses nothing: a reconnecting client reads the changes since', async () => {
  const app = await startApp()
  const [anna, bert] = [await app.signIn(), await app.signIn()]
  const reader = new ChatReader(bert)
  await reader.connect(app)
  const { message } = await anna.call(postMessage, { body: { message: 'vorher' } })
  await eventually(() => {
    reader.listen()
    expect(reader.list()).toHaveLength(1)
  })
  const next = await startApp({}, { beside: app })
  reader.disconnect()
  const { call } = at(next, anna)
  await call(postMessage, { body: { message: 'nachher' } })
  await call(deleteMessage, { params: { id: message.id } })
  const again = new ChatReader(bert)
  again.messages = reader.messages
  again.revision = reader.revision
  await again.connect(next)
  expect(again.list().map((line) => line.split(' ')[1])).toEqual(['nachher'])
})
