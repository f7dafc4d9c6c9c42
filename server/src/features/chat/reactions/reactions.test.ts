import { deleteAccount, exportAccount } from '@tonarchiv/contract/auth'
import { deleteMessage, listMessages, postMessage, REACTION_MEMBERS_NAMED } from '@tonarchiv/contract/chat'
import {
  addReaction,
  listReactors,
  REACTION_KINDS_MAX,
  removeReaction,
} from '@tonarchiv/contract/chat-changes'
import { restrictMember } from '@tonarchiv/contract/chat-order'
import { blockMember } from '@tonarchiv/contract/friends'
import { describe, expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { privateConversation } from '#testing/private-conversation.ts'
import { type Call, startApp, type TestApp } from '#testing/start-app.ts'
import { cleanUpChat } from '../cleanup.ts'

const send = async (member: { call: Call }, message: string) =>
  (await member.call(postMessage, { body: { message } })).message
const add = async (member: { call: Call }, id: string, emoji: string) =>
  member.call(addReaction, { params: { id, emoji } })
const remove = async (member: { call: Call }, id: string, emoji: string) =>
  member.call(removeReaction, { params: { id, emoji } })

const membersOf = async (app: TestApp, count: number) =>
  Promise.all(Array.from({ length: count }, async () => app.signIn()))

describe('a reaction', () => {
  test('is added once and removed once, and every browser gets the new count', async () => {
    const app = await startApp()
    const [mara, tom] = [await app.signIn(), await app.signIn()]
    const { id } = await send(mara, 'Neues Band')
    const socket = openSocket(app, { token: tom.token })
    await socket.ready()
    expect(await add(mara, id, '🔥')).toEqual({ revision: 2 })
    // Again, with and without presentation selector, at once.
    await Promise.all([add(mara, id, '🔥'), add(mara, id, '🔥')])
    expect(await add(tom, id, '🔥')).toEqual({ revision: 3 })
    expect(await add(tom, id, '\u2764')).toEqual({ revision: 4 })
    const read = async () => (await tom.call(listMessages, { query: {} })).messages[0]?.reactions
    const fire = { emoji: '🔥', count: 2, userIds: [mara.id, tom.id], since: 2 }
    expect(await read()).toEqual([fire, { emoji: '❤️', count: 1, userIds: [tom.id], since: 4 }])
    expect(await remove(mara, id, '🔥')).toEqual({ revision: 5 })
    expect(await remove(mara, id, '🔥')).toEqual({ revision: 5 })
    expect(await remove(tom, id, '❤️')).toEqual({ revision: 6 })
    expect(await read()).toEqual([{ emoji: '🔥', count: 1, userIds: [tom.id], since: 2 }])
    await eventually(() => expect(socket.all('chatChange')).toHaveLength(5))
    expect(socket.all('chatChange').map(({ kind, payload }) => [kind, payload])).toEqual([
      ['reaction', { ...fire, count: 1, userIds: [mara.id], userId: mara.id, added: true }],
      ['reaction', { ...fire, userId: tom.id, added: true }],
      ['reaction', { emoji: '❤️', count: 1, userIds: [tom.id], since: 4, userId: tom.id, added: true }],
      ['reaction', { ...fire, count: 1, userIds: [tom.id], userId: mara.id, added: false }],
      ['reaction', { emoji: '❤️', count: 0, userIds: [], since: 0, userId: tom.id, added: false }],
    ])
  })

  test.each(['a', 'ok', '🔥🔥', '1', '\u200d', '<b>', '%25', 'a'.repeat(32)])(
    'of %j is refused, because it is no emoji',
    async (emoji) => {
      const app = await startApp()
      const mara = await app.signIn()
      const { id } = await send(mara, 'Hallo')
      expect((await mara.refusal(addReaction, { params: { id, emoji } })).body).toMatchObject({
        code: 'NOT_AN_EMOJI',
        error: 'Als Reaktion geht nur ein Emoji',
      })
      expect((await mara.refusal(addReaction, { params: { id, emoji: 'x'.repeat(33) } })).status).toBe(400)
      expect((await mara.call(listMessages, { query: {} })).revision).toBe(1)
    },
  )

  test(`makes at most ${REACTION_KINDS_MAX} kinds on one message, also when they come at once`, async () => {
    const app = await startApp()
    const [mara, tom] = [await app.signIn(), await app.signIn()]
    const { id } = await send(mara, 'Sammelt!')
    const emojis = Array.from({ length: REACTION_KINDS_MAX + 5 }, (_, at) =>
      String.fromCodePoint(0x1f600 + at),
    )
    const attempts = await Promise.allSettled(
      emojis.map(async (emoji, at) => add(at % 2 === 0 ? mara : tom, id, emoji)),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(REACTION_KINDS_MAX)
    const { messages } = await mara.call(listMessages, { query: {} })
    const reactions = messages[0]?.reactions ?? []
    expect(reactions).toHaveLength(REACTION_KINDS_MAX)
    expect((await tom.refusal(addReaction, { params: { id, emoji: '🦜' } })).body).toMatchObject({
      error: 'Mehr als 20 verschiedene Reaktionen gehen nicht.',
    })
    // Members can still react with an emoji that the message already has.
    await add(tom, id, reactions[0]?.emoji ?? '')
    await add(mara, id, reactions[0]?.emoji ?? '')
    expect(await app.services.db.selectFrom('chatReactions').selectAll().execute()).toHaveLength(
      REACTION_KINDS_MAX + 1,
    )
  })

  test('to a deleted message is refused, and reactions are gone with their message', async () => {
    const app = await startApp()
    const mara = await app.signIn()
    const { id } = await send(mara, 'Kurz da')
    // One of the longest emojis: 105 characters in the address.
    for (const emoji of ['👋', '👩🏽‍❤️‍💋‍👨🏿']) await add(mara, id, emoji)
    await mara.call(deleteMessage, { params: { id } })
    for (const route of [addReaction, removeReaction, listReactors])
      expect((await mara.refusal(route, { params: { id, emoji: '👋' } })).body).toMatchObject({
        error: 'Nachricht nicht gefunden',
      })
    expect(await app.services.db.selectFrom('chatReactions').selectAll().execute()).toEqual([])
  })

  test('is rate-limited', async () => {
    const app = await startApp({ rateLimitFactor: 1 })
    const mara = await app.signIn()
    const { id } = await send(mara, 'Trommel')
    const attempts = await Promise.allSettled(
      Array.from({ length: 40 }, async () => Promise.all([add(mara, id, '🥁'), remove(mara, id, '🥁')])),
    )
    const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []))
    expect(refused.length).toBeGreaterThan(0)
    for (const reason of refused) expect(String(reason)).toContain('answered 429')
  })
})

describe('many reactions', () => {
  test('name the first members, list all of them, and each caller learns of the own one', async () => {
    const app = await startApp()
    const members = await membersOf(app, REACTION_MEMBERS_NAMED + 2)
    const [first, last] = [members[0], members.at(-1)]
    if (first === undefined || last === undefined) throw new Error('Seven members')
    const { id } = await send(first, 'Wer kommt?')
    for (const member of members) await add(member, id, '🙋')
    const ids = members.map((member) => member.id)
    const pageOf = async (member: typeof first) => member.call(listMessages, { query: {} })
    expect((await pageOf(last)).messages[0]?.reactions).toEqual([
      { emoji: '🙋', count: ids.length, userIds: ids.slice(0, REACTION_MEMBERS_NAMED), since: 2 },
    ])
    expect((await pageOf(last)).ownReactions).toEqual([{ messageId: id, emoji: '🙋' }])
    const outsider = await app.signIn()
    expect((await pageOf(outsider)).ownReactions).toEqual([])
    const people = async (offset: number) =>
      outsider.call(listReactors, { params: { id, emoji: '🙋' }, query: { limit: 4, offset } })
    const [one, two] = [await people(0), await people(4)]
    expect([...one.people, ...two.people].map((person) => person.id)).toEqual(ids)
    expect([one.hasMore, two.hasMore]).toEqual([true, false])
    await remove(first, id, '🙋')
    expect((await pageOf(last)).messages[0]?.reactions[0]?.userIds).toEqual(
      ids.slice(1, REACTION_MEMBERS_NAMED + 1),
    )
  })

  test('ten thousand on a message are counted, and stay as short on the wire as a few', async () => {
    const app = await startApp()
    const [mara, tom] = [await app.signIn(), await app.signIn()]
    const { id } = await send(mara, 'Wer kommt?')
    await add(mara, id, '🙋')
    const { db } = app.services
    const named = [
      mara.id,
      ...Array.from({ length: 9999 }, (_, at) => `member-${String(at).padStart(4, '0')}`),
    ]
    const rows = named.map((userId, at) => ({
      messageId: id,
      emoji: '🙋',
      userId,
      // Ascending in the order in which the reactions were added, and less than the revisions of later changes.
      revision: at - named.length,
      createdAt: new Date().toISOString(),
    }))
    await db.deleteFrom('chatReactions').execute()
    for (let from = 0; from < rows.length; from += 500)
      await db
        .insertInto('chatReactions')
        .values(rows.slice(from, from + 500))
        .execute()
    const userIds = named.slice(0, REACTION_MEMBERS_NAMED)
    const reactions = JSON.stringify([{ emoji: '🙋', count: 10_000, userIds, since: 2 }])
    await db.updateTable('chatMessages').set({ reactions }).where('id', '=', id).execute()
    const socket = openSocket(app, { token: mara.token })
    await socket.ready()
    await add(tom, id, '🙋')
    const page = await tom.call(listMessages, { query: {} })
    const counted = { emoji: '🙋', count: 10_001, userIds, since: 2 }
    expect(page.messages[0]?.reactions).toEqual([counted])
    expect(page.ownReactions).toEqual([{ messageId: id, emoji: '🙋' }])
    await eventually(() => expect(socket.all('chatChange')).toHaveLength(1))
    expect(socket.all('chatChange')[0]?.payload).toEqual({ ...counted, userId: tom.id, added: true })
    await remove(mara, id, '🙋')
    const { messages } = await tom.call(listMessages, { query: {} })
    expect(messages[0]?.reactions).toMatchObject([{ count: 10_000, userIds: named.slice(1, 6) }])
  })

  test('name no member to another one of whom one has blocked the other', async () => {
    const app = await startApp()
    const [mara, tom, eve] = [await app.signIn(), await app.signIn(), await app.signIn()]
    const { id } = await send(mara, 'Wer kommt?')
    for (const member of [mara, tom, eve]) await add(member, id, '🙋')
    const people = async (member: typeof mara, query = {}) => {
      const found = await member.call(listReactors, { params: { id, emoji: '🙋' }, query })
      return { ids: found.people.map((person) => person.id), hasMore: found.hasMore }
    }
    await mara.call(blockMember, { params: { id: tom.id } })
    expect(await people(mara)).toEqual({ ids: [mara.id, eve.id], hasMore: false })
    expect(await people(tom)).toEqual({ ids: [tom.id, eve.id], hasMore: false })
    expect((await people(eve)).ids).toEqual([mara.id, tom.id, eve.id])
    expect(await people(mara, { limit: 1 })).toEqual({ ids: [mara.id], hasMore: true })
    expect(await people(mara, { limit: 1, offset: 1 })).toEqual({ ids: [eve.id], hasMore: false })
  })

  test('are listed for no member who is banned from the room', async () => {
    const app = await startApp()
    const [mara, tom] = [await app.signIn(), await app.signIn()]
    const admin = await app.signIn({ isAdmin: true })
    const { id } = await send(mara, 'Nur für uns')
    await add(mara, id, '🙋')
    await admin.call(restrictMember, { params: { userId: tom.id }, body: { kind: 'ban', reason: '' } })
    const refused = await tom.refusal(listReactors, { params: { id, emoji: '🙋' } })
    expect([refused.status, refused.body.code]).toEqual([403, 'CHAT_BANNED'])
  })

  test('in a conversation of two are listed for neither while one has blocked the other', async () => {
    const app = await startApp()
    const [mara, tom] = [await app.signIn(), await app.signIn()]
    const conversationId = await privateConversation(app, [mara, tom])
    const { message } = await mara.call(postMessage, { body: { message: 'Unter uns', conversationId } })
    await add(tom, message.id, '🙋')
    const params = { id: message.id, emoji: '🙋' }
    expect((await mara.call(listReactors, { params, query: {} })).people).toMatchObject([{ id: tom.id }])
    await tom.call(blockMember, { params: { id: mara.id } })
    for (const member of [mara, tom])
      expect((await member.refusal(listReactors, { params })).body.code).toBe('MESSAGE_NOT_FOUND')
  })

  test('are taken back when the account is deleted, for browsers and in the log', async () => {
    const app = await startApp()
    const [mara, tom] = [await app.signIn(), await app.signIn()]
    const { id } = await send(tom, 'Abschied')
    await add(mara, id, '😢')
    await add(tom, id, '😢')
    await add(mara, id, '👋')
    const text = JSON.stringify(await mara.call(exportAccount, {}))
    expect(text).toContain('😢')
    const socket = openSocket(app, { token: tom.token })
    await socket.ready()
    await mara.call(deleteAccount, { body: { password: mara.password } })
    await eventually(() => expect(socket.all('chatChange')).toHaveLength(2))
    const { messages } = await tom.call(listMessages, { query: {} })
    expect(messages[0]?.reactions).toEqual([{ emoji: '😢', count: 1, userIds: [tom.id], since: 2 }])
    await eventually(async () => {
      const rows = await app.services.db.selectFrom('chatChanges').select('payload').execute()
      expect(JSON.stringify(rows)).not.toContain(mara.id)
    })
  })

  test('of accounts that are missing are removed by the cleanup', async () => {
    const app = await startApp()
    const mara = await app.signIn()
    const { id } = await send(mara, 'Nach der Wiederherstellung')
    await add(mara, id, '🙂')
    const { db } = app.services
    await db.updateTable('chatReactions').set({ userId: 'gone' }).execute()
    await cleanUpChat(app.services)
    expect((await mara.call(listMessages, { query: {} })).messages[0]?.reactions).toEqual([])
  })
})
