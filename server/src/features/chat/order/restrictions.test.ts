import { listAuditEvents } from '@tonarchiv/contract/admin'
import { deleteMessage, getReadMark, listMessages, postMessage, setReadMark } from '@tonarchiv/contract/chat'
import { addReaction, editMessage, removeReaction } from '@tonarchiv/contract/chat-changes'
import {
  getChatOrder,
  getChatRecord,
  liftRestriction,
  listRestrictions,
  reportMessage,
  restrictMember,
  setSlowMode,
} from '@tonarchiv/contract/chat-order'
import { searchMessages } from '@tonarchiv/contract/message-search'
import { beforeEach, describe, expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { get, image, sendUpload, upload } from '#testing/chat-media.ts'
import { eventually } from '#testing/eventually.ts'
import { holdBack } from '#testing/hold-back.ts'
import { privateConversation } from '#testing/private-conversation.ts'
import { indexed } from '#testing/search-index.ts'
import { searchFor } from '#testing/searching.ts'
import { addSession } from '#testing/sign-in.ts'
import { callers, startApp, type TestApp } from '#testing/start-app.ts'

type Member = Awaited<ReturnType<TestApp['signIn']>>

let app: TestApp
let admin: Member
let mara: Member
let tom: Member
beforeEach(async () => {
  app = await startApp()
  admin = await app.signIn({ username: 'frieda', isAdmin: true })
  mara = await app.signIn({ username: 'mara' })
  tom = await app.signIn({ username: 'tom' })
})

const say = async (member: Member, message = 'hallo') => member.call(postMessage, { body: { message } })
const cannotSay = async (member: Member, message = 'hallo') =>
  (await member.refusal(postMessage, { body: { message } })).body
const mute = async (hours: 1 | 24 | 168, reason = '') =>
  admin.call(restrictMember, { params: { userId: tom.id }, body: { kind: 'mute', hours, reason } })
const ban = async () =>
  admin.call(restrictMember, { params: { userId: tom.id }, body: { kind: 'ban', reason: 'Werbung' } })
const lift = async (kind: 'mute' | 'ban') => admin.call(liftRestriction, { params: { userId: tom.id, kind } })
const acts = async () =>
  (await admin.call(listAuditEvents, { query: {} })).acts.map(({ text }) => text).toReversed()

describe('a mute', () => {
  test.each([
    [1, 3_600_000],
    [24, 86_400_000],
    [168, 604_800_000],
  ] as const)(
    'of %d hours stops a member from writing until then, but not from reading',
    async (hours, ms) => {
      const before = app.services.now().getTime()
      const { until } = await mute(hours, 'Persönlicher Angriff')
      expect(Date.parse(until ?? '')).toBeGreaterThanOrEqual(before + ms)
      expect(Date.parse(until ?? '')).toBeLessThanOrEqual(app.services.now().getTime() + ms)
      expect(await cannotSay(tom)).toMatchObject({ code: 'CHAT_MUTED', error: 'Du bist zurzeit stumm' })
      expect(await tom.call(getChatOrder, {})).toMatchObject({
        mute: { until, reason: 'Persönlicher Angriff' },
        ban: null,
      })
      await say(mara)
      expect((await tom.call(listMessages, { query: {} })).messages).toHaveLength(1)
      app.passTime(ms - 600_000)
      // A new session, because the old one has ended in the meantime.
      const { call, refusal } = callers(app.address, (await addSession(app.services, tom.id)).token)
      const body = { message: 'hallo' }
      expect((await refusal(postMessage, { body })).body.code).toBe('CHAT_MUTED')
      app.passTime(600_000)
      await call(postMessage, { body })
      expect((await call(getChatOrder, {})).mute).toBeNull()
    },
  )

  test('stops edits and reactions, too', async () => {
    const own = await say(tom)
    const other = await say(mara)
    await mute(1)
    const refused = await Promise.all([
      tom.refusal(editMessage, { params: { id: own.message.id }, body: { message: 'anders' } }),
      tom.refusal(addReaction, { params: { id: other.message.id, emoji: '👍' } }),
      tom.refusal(removeReaction, { params: { id: other.message.id, emoji: '👍' } }),
    ])
    expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill('CHAT_MUTED'))
    await lift('mute')
    await tom.call(addReaction, { params: { id: other.message.id, emoji: '👍' } })
  })

  test('can be replaced and lifted, is listed, and each act is in the activity log', async () => {
    await mute(168)
    const { until } = await mute(1, 'Unfug')
    const { restrictions } = await admin.call(listRestrictions, {})
    expect(restrictions).toMatchObject([
      { kind: 'mute', until, reason: 'Unfug', user: { username: 'tom' }, by: { username: 'frieda' } },
    ])
    await lift('mute')
    await lift('mute')
    await say(tom)
    expect((await admin.call(listRestrictions, {})).restrictions).toEqual([])
    expect(await acts()).toEqual([
      '„tom“ im Chat stummgeschaltet, 7 Tage',
      '„tom“ im Chat stummgeschaltet, 1 Stunde (Grund: Unfug)',
      'Stummschaltung von „tom“ aufgehoben',
    ])
    const record = await admin.call(getChatRecord, { params: { userId: tom.id } })
    expect(record).toMatchObject({ reported: 0, mutes: 2 })
  })

  test('of two admins at once both succeed, and one mute is in force', async () => {
    await Promise.all([mute(1), mute(24), mute(168)])
    expect((await admin.call(listRestrictions, {})).restrictions).toHaveLength(1)
    await lift('mute')
    await say(tom)
  })

  test('reaches the member at once, and no one else', async () => {
    const [own, other] = [openSocket(app, tom), openSocket(app, mara)]
    await Promise.all([own.ready(), other.ready()])
    await mute(1)
    await eventually(() => expect(own.all('chatOrder')).toEqual([{ type: 'chatOrder' }]))
    await say(mara)
    await eventually(() => expect(other.all('chatMessage')).toHaveLength(1))
    expect(other.all('chatOrder')).toEqual([])
  })
})

test('admins and unknown members cannot be restricted, and members cannot restrict', async () => {
  const other = await app.signIn({ isAdmin: true })
  const body = { kind: 'ban', reason: '' } as const
  const code = async (who: Member, userId: string) =>
    (await who.refusal(restrictMember, { params: { userId }, body })).body.code
  expect(await code(admin, other.id)).toBe('ADMIN_NOT_RESTRICTED')
  expect(await code(admin, admin.id)).toBe('ADMIN_NOT_RESTRICTED')
  expect(await code(admin, '019abcde-0000-7000-8000-000000000000')).toBe('USER_NOT_FOUND')
  expect(await code(mara, tom.id)).toBe('FORBIDDEN')
})

describe('a banned member', () => {
  test('can neither read, write nor search in the room, nor load its media', async () => {
    const { message } = await say(mara, 'Metronom')
    const own = await say(tom)
    const picture = await upload(mara, await image(20, 20).png().toBuffer())
    await sendUpload(mara, picture)
    await indexed(app)
    expect((await get(app, picture.mediaUrl, tom.token)).status).toBe(200)
    await ban()
    expect(await cannotSay(tom)).toMatchObject({
      code: 'CHAT_BANNED',
      error: 'Du bist aus dem Chat ausgeschlossen',
    })
    const codes = await Promise.all([
      tom.refusal(listMessages, { query: {} }),
      tom.refusal(getReadMark, { query: {} }),
      tom.refusal(setReadMark, { body: { lastReadId: message.id } }),
      tom.refusal(searchMessages, { query: { q: 'metronom' } }),
      tom.refusal(editMessage, { params: { id: own.message.id }, body: { message: 'anders' } }),
      tom.refusal(addReaction, { params: { id: message.id, emoji: '👍' } }),
      tom.refusal(removeReaction, { params: { id: message.id, emoji: '👍' } }),
      tom.refusal(reportMessage, { params: { id: message.id }, body: { reason: 'spam' } }),
    ])
    expect(codes.map(({ body }) => body.code)).toEqual(Array(8).fill('CHAT_BANNED'))
    expect((await get(app, picture.mediaUrl, tom.token)).status).toBe(404)
    expect((await searchFor(tom, 'metronom')).groups.messages).toBeUndefined()
    expect((await searchFor(mara, 'metronom')).groups.messages?.total).toBe(1)
    expect((await tom.call(getChatOrder, {})).ban).toEqual({ until: null, reason: 'Werbung' })
    await lift('ban')
    await say(tom)
    expect(await acts()).toEqual([
      '„tom“ aus dem Chat ausgeschlossen (Grund: Werbung)',
      'Ausschluss von „tom“ aus dem Chat aufgehoben',
    ])
  })

  test('may delete their own messages, as a muted one may, and no others', async () => {
    const ids = [await say(tom, 'Meins'), await say(tom, 'Auch'), await say(mara, 'Ihres')].map(
      ({ message }) => message.id,
    )
    const [first = '', second = '', hers = ''] = ids
    await mute(1)
    await tom.call(deleteMessage, { params: { id: first } })
    await ban()
    await tom.call(deleteMessage, { params: { id: second } })
    expect((await tom.refusal(deleteMessage, { params: { id: hers } })).body.code).toBe('MESSAGE_NOT_FOUND')
    expect((await mara.call(listMessages, { query: {} })).messages.map(({ id }) => id)).toEqual([hers])
  })

  test('receives no more messages over an open connection', async () => {
    const [own, other] = [openSocket(app, tom), openSocket(app, mara)]
    await Promise.all([own.ready(), other.ready()])
    await ban()
    await say(mara, 'geheim')
    await eventually(() => expect(other.all('chatMessage')).toHaveLength(1))
    await lift('ban')
    await say(mara, 'offen')
    await eventually(() => expect(own.all('chatMessage')).toHaveLength(1))
    expect(JSON.stringify(own.all('chatMessage'))).not.toContain('geheim')
  })

  test('receives none either when the restrictions were just being read as the ban was stored', async () => {
    const [own, other] = [openSocket(app, tom), openSocket(app, admin)]
    await Promise.all([own.ready(), other.ready()])
    const { db } = app.services
    const hold = holdBack(app, (statement) => /^select .* from "chat_restrictions"/u.test(statement))
    const body = { kind: 'mute', hours: 1, reason: '' } as const
    const muting = admin.call(restrictMember, { params: { userId: mara.id }, body })
    await hold.reached
    const banning = ban()
    await eventually(async () => {
      expect(
        await db.selectFrom('chatRestrictions').select('id').where('kind', '=', 'ban').execute(),
      ).toHaveLength(1)
    })
    // By now the call could have read the restrictions.
    await admin.call(getChatOrder, {})
    hold.letGo()
    await Promise.all([muting, banning])
    await say(admin, 'geheim')
    await eventually(() => expect(other.all('chatMessage')).toHaveLength(1))
    await own.handled()
    expect(own.all('chatMessage')).toEqual([])
  })
})

test('a mute, a ban and the slow mode of the room do not hold in a conversation with a friend', async () => {
  const conversationId = await privateConversation(app, [tom, mara])
  await admin.call(setSlowMode, { body: { seconds: 300 } })
  await mute(1)
  await ban()
  const post = async (message: string) =>
    (await tom.call(postMessage, { body: { message, conversationId } })).message
  const { id } = await post('eins')
  await post('zwei')
  await tom.call(editMessage, { params: { id }, body: { message: 'drei' } })
  await tom.call(addReaction, { params: { id, emoji: '👍' } })
  const { messages } = await mara.call(listMessages, { query: { conversationId } })
  expect(messages.map(({ content }) => content)).toEqual(['drei', 'zwei'])
})

describe('slow mode', () => {
  const slow = async (seconds: number) => admin.call(setSlowMode, { body: { seconds } })

  test('lets a member write once in its time, also when two messages arrive at once', async () => {
    await slow(30)
    const both = await Promise.allSettled([say(tom), say(tom)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    app.passTime(11_000)
    const { code, error } = await cannotSay(tom)
    expect(code).toBe('CHAT_SLOW')
    expect(error).toMatch(/^Langsamer Modus: Warte noch 1\d Sekunden$/)
    await say(mara)
    app.passTime(19_000)
    await say(tom)
  })

  test('does not hold for edits and reactions, which do not prolong the wait either', async () => {
    await slow(30)
    const { message } = await say(tom)
    app.passTime(29_000)
    await tom.call(editMessage, { params: { id: message.id }, body: { message: 'besser' } })
    await tom.call(addReaction, { params: { id: message.id, emoji: '👍' } })
    expect((await cannotSay(tom)).code).toBe('CHAT_SLOW')
    app.passTime(1000)
    await say(tom)
  })

  test('does not hold for admins, and a repeated call of the same message is no second one', async () => {
    await slow(300)
    await say(admin)
    await say(admin)
    const body = { message: 'einmal', clientId: crypto.randomUUID() }
    const first = await tom.call(postMessage, { body })
    expect((await tom.call(postMessage, { body })).message.id).toBe(first.message.id)
  })

  test('is from 0 to 300 seconds, reaches all members and is in the activity log', async () => {
    const socket = openSocket(app, mara)
    await socket.ready()
    await slow(30)
    await eventually(() => expect(socket.all('chatOrder')).toEqual([{ type: 'chatOrder', slowSeconds: 30 }]))
    expect((await mara.call(getChatOrder, {})).slowSeconds).toBe(30)
    for (const seconds of [-1, 301, 1.5])
      expect((await admin.refusal(setSlowMode, { body: { seconds } })).status).toBe(400)
    await slow(0)
    await say(tom)
    await say(tom)
    expect(await acts()).toEqual([
      'Langsamer Modus des Chats 0 s → 30 s',
      'Langsamen Modus des Chats ausgeschaltet',
    ])
  })
})
