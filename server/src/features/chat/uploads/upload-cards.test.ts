import { randomUUID } from 'node:crypto'
import { listAuditEvents } from '@tonarchiv/contract/admin'
import { deleteAlbum, updateAlbum } from '@tonarchiv/contract/archive-editing'
import { deleteAccount, exportAccount } from '@tonarchiv/contract/auth'
import { resolveCards } from '@tonarchiv/contract/cards'
import { deleteMessage, getReadMark, listMessages, postMessage } from '@tonarchiv/contract/chat'
import { addReaction, editMessage } from '@tonarchiv/contract/chat-changes'
import { getChatSettings, reportMessage, listReports, setUploadCards } from '@tonarchiv/contract/chat-order'
import { searchMessages } from '@tonarchiv/contract/message-search'
import { DELETED_USER_NAME } from '@tonarchiv/contract/presence'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertPendingUpload } from '#database/pending-uploads.ts'
import { memoryHub } from '#events/bus.memory.ts'
import { emitPendingUploads } from '#events/pending-uploads.ts'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { addPlayableAlbums } from '#testing/playable-albums.ts'
import { startRedis, type TestRedis } from '#testing/redis.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { addVideoByForm } from '#testing/video-forms.ts'

type Member = Awaited<ReturnType<TestApp['signIn']>>

let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(async () => redis.stop())

/** Two processes of one installation, for each kind of bus. */
const buses: Record<string, () => Promise<[TestApp, TestApp]>> = {
  'in the process': async () => {
    const hub = memoryHub()
    const first = await startApp({}, { hub })
    return [first, await startApp({}, { hub, beside: first })]
  },
  'over Redis': async () => {
    const given = { redisUrl: redis.url, secret: randomUUID().repeat(2) }
    const first = await startApp(given)
    const second = await startApp(given, { beside: first })
    await eventually(() => expect([first, second].every(({ services }) => services.bus.isUp())).toBe(true))
    return [first, second]
  },
}

/** An archive with an admin and a member. */
async function archive() {
  const app = await startApp()
  const frieda = await app.signIn({ username: 'frieda', isAdmin: true })
  const mara = await app.signIn({ username: 'mara' })
  return { app, frieda, mara }
}

const messagesFor = async (member: Member) => (await member.call(listMessages, { query: {} })).messages

/** The card of an upload, once it is in the room. */
async function cardOf(member: Member) {
  await eventually(async () => expect(await messagesFor(member)).toHaveLength(1))
  const [message] = await messagesFor(member)
  if (message === undefined) throw new Error('The room is empty')
  return message
}

describe.each(Object.entries(buses))('with two processes %s', (_name, start) => {
  test('an upload is one card in the room, and every process delivers it once', async () => {
    const [first, second] = await start()
    const frieda = await first.signIn({ username: 'frieda', isAdmin: true })
    const guest = await second.signIn({ hasKey: false })
    const [near, far] = [first, second].map((app) => openSocket(app, { token: guest.token }))
    await Promise.all([near?.ready(), far?.ready()])
    const { albumId: id } = await addSampleAlbum(frieda, {
      albumTitel: 'Umlaufbahn',
      tracks: [{ title: 'Start', sample: 'cbr.mp3' }, { title: 'Landung' }],
    })
    const video = await addVideoByForm(frieda, { title: 'Probe' })
    await eventually(async () => expect(await messagesFor(guest)).toHaveLength(2))
    const messages = await messagesFor(guest)
    expect(messages).toMatchObject([
      {
        messageType: 'system',
        content: '',
        userId: frieda.id,
        username: 'frieda',
        mentions: [],
        card: { kind: 'album', id },
      },
      { messageType: 'system', card: { kind: 'video', id: video.id } },
    ])
    for (const socket of [near, far])
      await eventually(() =>
        expect(socket?.all('chatMessage').map(({ message }) => message)).toEqual(messages),
      )
    expect(JSON.stringify(messages)).not.toMatch(/Umlaufbahn|Start|Probe/)
    expect(await guest.call(resolveCards, { body: { cards: [{ kind: 'album', id }] } })).toEqual({
      cards: [{ state: 'locked' }],
    })
    expect(await guest.call(getReadMark, { query: {} })).toEqual({ lastReadId: null, unread: 2 })
  })
})

/** Uploads that wait for their messages. */
const pendingOf = async ({ services: { db } }: TestApp) =>
  db.selectFrom('pendingUploads').selectAll().execute()

/** What every process does at its start. */
async function begin(...apps: readonly TestApp[]): Promise<void> {
  await Promise.all(apps.map(async ({ services }) => emitPendingUploads(services)))
}

test('an upload whose card was not written before a crash gets it at the next start, once', async () => {
  const hub = memoryHub()
  const app = await startApp({}, { hub })
  const { db, log } = app.services
  const failed = vi.spyOn(log, 'error').mockImplementation(() => {})
  const frieda = await app.signIn({ username: 'frieda', isAdmin: true })
  // The last statement of the card fails, so that its transaction ends as a crash would end it.
  await sql`alter table chat_changes rename to no_chat_changes`.execute(db)
  const { albumId: id } = await addSampleAlbum(frieda)
  const video = await addVideoByForm(frieda)
  await eventually(() => expect(failed.mock.calls.length).toBeGreaterThan(1))
  await sql`alter table no_chat_changes rename to chat_changes`.execute(db)
  expect(await messagesFor(frieda)).toEqual([])
  expect(await pendingOf(app)).toHaveLength(2)

  const second = await startApp({}, { hub, beside: app })
  const mara = await second.signIn()
  const socket = openSocket(second, { token: mara.token })
  await socket.ready()
  await begin(app, second)
  await eventually(async () => expect(await pendingOf(app)).toEqual([]))
  await begin(second)
  const { message } = await mara.call(postMessage, { body: { message: 'Danach' } })
  await eventually(() => expect(socket.all('chatMessage').at(-1)?.message.id).toBe(message.id))
  const cards = (await messagesFor(mara)).map(({ card }) => card)
  // Two processes have begun at once, and each has written one of them.
  expect(cards.slice(0, 2)).toEqual(
    expect.arrayContaining([
      { kind: 'album', id },
      { kind: 'video', id: video.id },
    ]),
  )
  expect(cards.slice(2)).toEqual([null])
  expect(socket.all('chatMessage').map((change) => change.message)).toEqual(await messagesFor(mara))
})

test('an upload without cards is not pending: not while they are off, nor one of many albums or of a deleted account', async () => {
  const { app, frieda, mara } = await archive()
  const { db, events, now } = app.services
  await frieda.call(setUploadCards, { body: { isOn: false } })
  await addSampleAlbum(frieda)
  await eventually(async () => expect(await pendingOf(app)).toEqual([]))
  await frieda.call(setUploadCards, { body: { isOn: true } })
  await insertPendingUpload(db, { userId: mara.id, kind: 'album', ids: ['1', '2', '3', '4'] }, now())
  await insertPendingUpload(db, { userId: randomUUID(), kind: 'video', ids: ['5'] }, now())
  await begin(app)
  await eventually(async () => expect(await pendingOf(app)).toEqual([]))
  events.emit('uploaded', { userId: mara.id, kind: 'album', ids: ['1'], pendingId: 'handled before' })
  await addSampleAlbum(frieda)
  await cardOf(mara)
})

test('an album that comes back with its id gets no second card, and one that cannot be handled is given up after a week', async () => {
  const { app, frieda, mara } = await archive()
  const { db, now } = app.services
  const { albumId } = await addSampleAlbum(frieda)
  await cardOf(mara)
  await insertPendingUpload(db, { userId: frieda.id, kind: 'album', ids: [albumId] }, now())
  await begin(app)
  await eventually(async () => expect(await pendingOf(app)).toEqual([]))
  expect(await messagesFor(mara)).toHaveLength(1)
  await insertPendingUpload(db, { userId: frieda.id, kind: 'video', ids: ['alt'] }, now())
  app.passTime(8 * 24 * 60 * 60 * 1000)
  await begin(app)
  expect(await pendingOf(app)).toEqual([])
  expect(await messagesFor(await app.signIn())).toHaveLength(1)
})

test('an upload that is refused or changed later gets no second card, and a deleted album leaves a card without it', async () => {
  const { frieda, mara } = await archive()
  await addSampleAlbum(frieda, { albumTitel: 'Umlaufbahn' })
  const { card } = await cardOf(mara)
  await expect(addSampleAlbum(frieda, { albumTitel: 'Umlaufbahn' })).rejects.toThrow('409')
  await frieda.call(updateAlbum, { params: { albumTitel: 'Umlaufbahn' }, body: { albumTitel: 'Bahn' } })
  await frieda.call(deleteAlbum, { params: { albumTitel: 'Bahn' } })
  const { cards } = await mara.call(resolveCards, { body: { cards: card === null ? [] : [card] } })
  expect(cards).toEqual([{ state: 'gone' }])
  expect(await messagesFor(mara)).toHaveLength(1)
})

test('albums that the operator imports get no card', async () => {
  const { app, frieda, mara } = await archive()
  await addPlayableAlbums(app, [{ title: 'Vom Server', tracks: ['Eins'] }])
  await addSampleAlbum(frieda, { albumTitel: 'Von Hand' })
  expect(await cardOf(mara)).toMatchObject({ messageType: 'system', username: 'frieda' })
})

test('an upload of many albums gets no cards, and uploads one after the other get five in ten minutes', async () => {
  const { app, frieda, mara } = await archive()
  const { db, events, now } = app.services
  const upload = async (number: number, count = 1) => {
    const ids = Array.from({ length: count }, (_, index) => `album ${number} ${index}`)
    events.emit('uploaded', await insertPendingUpload(db, { userId: frieda.id, kind: 'album', ids }, now()))
  }
  const numbers = async () => (await messagesFor(mara)).map(({ card }) => card?.id)
  await upload(0, 4)
  await upload(1, 3)
  await eventually(async () => expect(await numbers()).toEqual(['album 1 0', 'album 1 1', 'album 1 2']))
  for (const number of [2, 3, 4, 5]) {
    await upload(number)
    app.passTime(1000)
  }
  await eventually(async () => expect(await numbers()).toHaveLength(5))
  app.passTime(10 * 60 * 1000)
  await upload(6)
  await eventually(async () => expect(await numbers()).toHaveLength(6))
  expect((await numbers()).at(-1)).toBe('album 6 0')
})

test('admins switch the cards off and on, which the audit log shows once', async () => {
  const { app, frieda, mara } = await archive()
  expect(await frieda.call(getChatSettings, {})).toEqual({ uploadCards: true })
  const set = async (isOn: boolean) => frieda.call(setUploadCards, { body: { isOn } })
  await set(false)
  expect(await set(false)).toEqual({ uploadCards: false })
  await addSampleAlbum(frieda)
  await eventually(async () => expect(await pendingOf(app)).toEqual([]))
  await set(true)
  const { albumId: id } = await addSampleAlbum(frieda)
  expect((await cardOf(mara)).card).toEqual({ kind: 'album', id })
  const { acts } = await frieda.call(listAuditEvents, { query: {} })
  expect(acts.map(({ text }) => text).filter((text) => text.includes('Chat'))).toEqual([
    'Karten für Hochgeladenes im Chat eingeschaltet',
    'Karten für Hochgeladenes im Chat ausgeschaltet',
  ])
})

test('a card of an upload is answered and reacted to, but neither edited nor reported, and deleted by admins only', async () => {
  const { app, frieda, mara } = await archive()
  await addSampleAlbum(frieda)
  const { id } = await cardOf(mara)
  const params = { id }
  await mara.call(addReaction, { params: { id, emoji: '🔥' } })
  const { message: reply } = await mara.call(postMessage, { body: { message: 'Endlich', replyTo: id } })
  expect(reply.replyTo).toMatchObject({ userId: frieda.id, excerpt: '', card: { kind: 'album' } })
  const codeOf = async (refused: Promise<{ body: { code?: unknown } }>) => (await refused).body.code
  expect(await codeOf(frieda.refusal(editMessage, { params, body: { message: 'Meins' } }))).toBe(
    'MESSAGE_NOT_FOUND',
  )
  expect(await codeOf(mara.refusal(reportMessage, { params, body: { reason: 'spam', note: '' } }))).toBe(
    'MESSAGE_NOT_FOUND',
  )
  await app.services.db.updateTable('users').set({ isAdmin: 0 }).where('id', '=', frieda.id).execute()
  app.services.events.emit('accessChanged', { userId: frieda.id })
  expect(await codeOf(frieda.refusal(deleteMessage, { params }))).toBe('MESSAGE_NOT_FOUND')
  const admin = await app.signIn({ isAdmin: true })
  await admin.call(deleteMessage, { params })
  expect((await messagesFor(mara)).map((message) => message.id)).toEqual([reply.id])
})

test('a card of an upload is no text of its uploader: not in the search, not beside a report', async () => {
  const { frieda, mara } = await archive()
  const { message } = await mara.call(postMessage, { body: { message: 'Vorher' } })
  await addSampleAlbum(frieda)
  await eventually(async () => expect(await messagesFor(mara)).toHaveLength(2))
  await mara.call(postMessage, { body: { message: 'Nachher' } })
  const found = await mara.call(searchMessages, { query: { by: frieda.id } })
  expect(found.messages).toEqual([])
  await frieda.call(reportMessage, { params: { id: message.id }, body: { reason: 'spam', note: '' } })
  const { messages } = await frieda.call(listReports, { query: {} })
  expect(messages[0]?.context.map(({ content }) => content)).toEqual(['Vorher', 'Nachher'])
})

test('the export of the uploader has the card, which stays without a name when the account is deleted', async () => {
  const { app, frieda, mara } = await archive()
  await app.signIn({ isAdmin: true })
  const { albumId: id } = await addSampleAlbum(frieda)
  const { id: messageId } = await cardOf(mara)
  const text = JSON.stringify(await frieda.call(exportAccount, {}))
  expect(text).toContain(messageId)
  expect(text).toContain('"systemKind":"upload"')
  await frieda.call(deleteAccount, { body: { password: frieda.password } })
  await eventually(async () =>
    expect(await messagesFor(mara)).toMatchObject([
      { messageType: 'system', userId: null, displayName: DELETED_USER_NAME, card: { kind: 'album', id } },
    ]),
  )
})
