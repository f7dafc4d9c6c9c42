import { listAuditEvents } from '@tonarchiv/contract/admin'
import { deleteAccount } from '@tonarchiv/contract/auth'
import { deleteMessage, postMessage } from '@tonarchiv/contract/chat'
import {
  closeReports,
  getChatRecord,
  listReports,
  REPORTS_PER_DAY,
  reportMessage,
  type ReportReason,
} from '@tonarchiv/contract/chat-order'
import { beforeEach, expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { image, upload } from '#testing/chat-media.ts'
import { eventually } from '#testing/eventually.ts'
import { privateConversation } from '#testing/private-conversation.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { cleanUpChat } from '../cleanup.ts'

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

const say = async (member: Member, message: string) =>
  (await member.call(postMessage, { body: { message } })).message.id
const report = async (member: Member, id: string, reason: ReportReason = 'attack', note = '') =>
  member.call(reportMessage, { params: { id }, body: { reason, note } })
const open = async () => admin.call(listReports, { query: {} })
const closed = async () => admin.call(listReports, { query: { state: 'closed' } })

test('admins read a report with its reason and the messages around it', async () => {
  await say(mara, 'weit davor')
  await say(mara, 'zuvor')
  await say(admin, 'davor')
  const id = await say(tom, 'Geht doch woanders hin.')
  await say(mara, 'danach')
  await say(mara, 'später')
  await report(mara, id, 'attack', 'Nicht das erste Mal.')
  const { messages, ...counts } = await open()
  expect(counts).toEqual({ open: 1, closed: 0 })
  expect(messages).toMatchObject([
    {
      id,
      author: { username: 'tom' },
      content: 'Geht doch woanders hin.',
      isDeleted: false,
      reports: [{ by: { username: 'mara' }, reason: 'attack', note: 'Nicht das erste Mal.' }],
      earlier: { count: 0, lastAt: null },
      closed: null,
    },
  ])
  expect(messages[0]?.context.map(({ content }) => content)).toEqual([
    'zuvor',
    'davor',
    'Geht doch woanders hin.',
    'danach',
  ])
})

test('messages of a conversation of two members cannot be reported, and are around no report', async () => {
  const conversationId = await privateConversation(app, [mara, tom])
  const aside = async (message: string) =>
    (await tom.call(postMessage, { body: { message, conversationId } })).message.id
  const before = await aside('unter uns, davor')
  const id = await say(tom, 'für alle')
  const after = await aside('unter uns, danach')
  for (const aboutId of [before, after]) {
    const refused = await mara.refusal(reportMessage, { params: { id: aboutId }, body: { reason: 'spam' } })
    expect(refused.body.code).toBe('MESSAGE_NOT_FOUND')
  }
  await report(mara, id)
  const { messages } = await open()
  expect(messages.map(({ context }) => context.map(({ content }) => content))).toEqual([['für alle']])
})

test('a message with several images is around a report once, and so is a reported one', async () => {
  const withImages = async (member: Member, message: string) => {
    const mediaUrls: string[] = []
    for (let count = 0; count < 3; count += 1)
      mediaUrls.push((await upload(member, await image(20, 20).png().toBuffer())).mediaUrl ?? '')
    return (await member.call(postMessage, { body: { message, messageType: 'media', mediaUrls } })).message.id
  }
  await say(mara, 'davor')
  await withImages(mara, 'Bilder')
  const id = await withImages(tom, 'Geht doch woanders hin.')
  await say(mara, 'danach')
  await report(mara, id)
  const { messages } = await open()
  expect(messages.map(({ mediaType }) => mediaType)).toEqual(['image'])
  expect(messages[0]?.context.map(({ content, mediaType }) => [content, mediaType])).toEqual([
    ['davor', null],
    ['Bilder', 'image'],
    ['Geht doch woanders hin.', 'image'],
    ['danach', null],
  ])
})

test('several reports of one message are one entry, and the oldest entry is the first', async () => {
  const [first, second] = [await say(tom, 'eins'), await say(tom, 'zwei')]
  const lene = await app.signIn({ username: 'lene' })
  await report(mara, second, 'spam')
  app.passTime(1000)
  await report(mara, first)
  app.passTime(1000)
  await report(lene, second)
  const { messages } = await open()
  expect(messages.map(({ content, reports }) => [content, reports.length])).toEqual([
    ['zwei', 2],
    ['eins', 1],
  ])
  expect(messages[0]?.earlier.count).toBe(1)
  expect(await admin.call(getChatRecord, { params: { userId: tom.id } })).toMatchObject({ reported: 2 })
})

test('own, unknown, deleted and already reported messages cannot be reported, and twenty a day at most', async () => {
  app = await startApp({ rateLimitFactor: 1 })
  ;[mara, tom] = [await app.signIn(), await app.signIn()]
  const code = async (member: Member, id: string) =>
    (await member.refusal(reportMessage, { params: { id }, body: { reason: 'other' } })).body.code
  const id = await say(tom, 'eins')
  expect(await code(tom, id)).toBe('OWN_MESSAGE')
  expect(await code(mara, '019abcde-0000-7000-8000-000000000000')).toBe('MESSAGE_NOT_FOUND')
  await report(mara, id)
  expect(await code(mara, id)).toBe('ALREADY_REPORTED')
  const gone = await say(tom, 'zwei')
  await tom.call(deleteMessage, { params: { id: gone } })
  expect(await code(mara, gone)).toBe('MESSAGE_NOT_FOUND')
  for (let count = 4; count <= REPORTS_PER_DAY; count += 1) await code(mara, id)
  expect(await code(mara, id)).toBe('RATE_LIMITED')
})

test('of two admins who close a report the later one learns who was first', async () => {
  const other = await app.signIn({ username: 'okan', isAdmin: true })
  const id = await say(tom, 'eins')
  await report(mara, id)
  const params = { id }
  expect(await admin.call(closeReports, { params })).toMatchObject({ isOwn: true })
  expect(await other.call(closeReports, { params })).toMatchObject({
    isOwn: false,
    closed: { by: { username: 'frieda' } },
  })
  expect((await open()).messages).toEqual([])
  expect((await closed()).messages).toMatchObject([{ id, closed: { by: { username: 'frieda' } } }])
  const { acts } = await admin.call(listAuditEvents, { query: {} })
  expect(acts.map(({ text }) => text)).toEqual(['Meldung im Chat geschlossen'])
  const unknown = { id: '019abcde-0000-7000-8000-000000000000' }
  expect((await admin.refusal(closeReports, { params: unknown })).status).toBe(404)
})

test('a deleted message is still read as it was reported', async () => {
  const id = await say(tom, 'Geht doch woanders hin.')
  await report(mara, id)
  await tom.call(deleteMessage, { params: { id } })
  const [reported] = (await open()).messages
  expect(reported).toMatchObject({ content: 'Geht doch woanders hin.', isDeleted: true, context: [] })
})

test('a new report reaches admins at once, and no one else', async () => {
  const [own, other] = [openSocket(app, admin), openSocket(app, tom)]
  await Promise.all([own.ready(), other.ready()])
  const id = await say(tom, 'eins')
  await report(mara, id)
  await eventually(() => expect(own.all('chatReports')).toHaveLength(1))
  await other.handled()
  expect(other.all('chatReports')).toEqual([])
})

test('reports go with the account that made them, and those of a deleted author stay without the name', async () => {
  const lene = await app.signIn({ username: 'lene' })
  const [one, two] = [await say(tom, 'eins'), await say(mara, 'zwei')]
  await report(lene, one)
  await report(lene, two)
  await report(tom, two)
  await lene.call(deleteAccount, { body: { password: lene.password } })
  expect((await open()).messages).toMatchObject([{ content: 'zwei', reports: [{ by: { username: 'tom' } }] }])
  await mara.call(deleteAccount, { body: { password: mara.password } })
  expect((await open()).messages).toMatchObject([{ author: { displayName: 'Gelöschter Benutzer' } }])
})

test('closed reports are removed after a year, open ones are not', async () => {
  const [one, two] = [await say(tom, 'eins'), await say(tom, 'zwei')]
  await report(mara, one)
  await report(mara, two)
  await admin.call(closeReports, { params: { id: one } })
  app.passTime(364 * 24 * 60 * 60 * 1000)
  await cleanUpChat(app.services)
  expect((await app.services.db.selectFrom('chatReports').select('messageId').execute()).length).toBe(2)
  app.passTime(2 * 24 * 60 * 60 * 1000)
  await cleanUpChat(app.services)
  expect(await app.services.db.selectFrom('chatReports').select('messageId').execute()).toEqual([
    { messageId: two },
  ])
})
