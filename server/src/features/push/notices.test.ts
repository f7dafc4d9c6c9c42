import { deleteMessage, postMessage } from '@tonarchiv/contract/chat'
import { muteConversation } from '@tonarchiv/contract/conversations'
import { blockMember, requestFriend } from '@tonarchiv/contract/friends'
import { changeNotificationSettings } from '@tonarchiv/contract/notification-settings'
import { listNotices, readAllNotices } from '@tonarchiv/contract/notifications'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { privateConversation } from '#testing/private-conversation.ts'
import { OTHER_HOST, startPushService } from '#testing/push/push-service.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { signInScoped } from '#testing/scoped-members.ts'
import { type Call, startApp } from '#testing/start-app.ts'

/** An archive with two members, of whom tom has a device. The push service is busy until `open` is called. */
async function startNotified({ isBusy = false, responseTimeoutMs = 10 * 60_000 } = {}) {
  const service = await startPushService()
  const pushConnection = { ...service.settings.pushConnection, responseTimeoutMs }
  const app = await startApp({ pushConnection }, { times: { lookForPushMessagesEveryMs: 20 } })
  const [mara, tom] = [await app.signIn({ username: 'mara' }), await app.signIn({ username: 'tom' })]
  const device = await service.subscribe(tom, 'tom')
  const accept = service.answer
  if (isBusy) service.answer = (_message, response) => response.writeHead(503).end()
  const tries = async () =>
    (await app.services.db.selectFrom('pushMessages').select('tries').execute()).map((row) => row.tries)
  return {
    app,
    service,
    mara,
    tom,
    device,
    tries,
    /** Lets the push service accept messages, and sends what waits. */
    open: async () => {
      service.answer = accept
      pushConnection.responseTimeoutMs = 10 * 60_000
      app.passTime(60_000)
      await eventually(async () => expect(await tries()).toEqual([]))
    },
  }
}

const mention = async (member: { call: Call }, text = '@tom hörst du die Bridge?') =>
  (await member.call(postMessage, { body: { message: text } })).message

test('a mention is pushed with its text and leads to the message', async () => {
  const { mara, device } = await startNotified()
  const { id } = await mention(mara)
  await eventually(() => expect(device.read()).toHaveLength(1))
  expect(device.read()).toMatchObject([
    {
      title: 'mara hat dich im Chat Room erwähnt',
      body: '„@tom hörst du die Bridge?“',
      path: `/chat?message=${id}`,
    },
  ])
})

test('a message stays below 3 KB, however long its texts are', async () => {
  const { mara, device, service } = await startNotified()
  await mention(mara, `@tom ${'🎧'.repeat(400)}`)
  await eventually(() => expect(device.read()).toHaveLength(1))
  expect(service.received[0]?.body.length).toBeLessThan(3 * 1024)
})

test('nothing is pushed of a message that was deleted meanwhile', async () => {
  const { mara, device, open, tries } = await startNotified({ isBusy: true })
  const { id } = await mention(mara)
  await eventually(async () => expect(await tries()).toEqual([1]))
  await mara.call(deleteMessage, { params: { id } })
  await open()
  expect(device.read()).toHaveLength(1)
})

test('nothing is pushed of what was read on another device', async () => {
  const { mara, tom, device, open, tries } = await startNotified({ isBusy: true })
  await mention(mara)
  await eventually(async () => expect(await tries()).toEqual([1]))
  await tom.call(readAllNotices, {})
  await open()
  expect(device.read()).toHaveLength(1)
})

const ALL_DAY = { isOn: true, fromMinute: 0, untilMinute: 1439, days: [1, 2, 3, 4, 5, 6, 7] }

test('nothing is pushed in quiet hours that have begun meanwhile', async () => {
  const { mara, tom, device, open, tries } = await startNotified({ isBusy: true })
  await mention(mara)
  await eventually(async () => expect(await tries()).toEqual([1]))
  const body = { quiet: ALL_DAY, timeZone: zoneWithNoon() }
  await tom.call(changeNotificationSettings, { body })
  await open()
  expect(device.read()).toHaveLength(1)
})

test('a message that could not be sent for a day is given up', async () => {
  const { app, mara, device, open, tries } = await startNotified({ isBusy: true })
  const later = new Date(app.services.now().getTime() + 48 * 60 * 60_000).toISOString()
  await app.services.db.updateTable('sessions').set({ endsAt: later, idleEndsAt: later }).execute()
  await mention(mara)
  await eventually(async () => expect(await tries()).toEqual([1]))
  app.passTime(24 * 60 * 60_000)
  await open()
  expect(device.read()).toHaveLength(1)
})

test('nothing is pushed of a member who was blocked meanwhile', async () => {
  const { mara, tom, device, open, tries } = await startNotified({ isBusy: true })
  await mara.call(requestFriend, { body: { friendId: tom.id } })
  await eventually(async () => expect(await tries()).toEqual([1]))
  await tom.call(blockMember, { params: { id: mara.id } })
  await open()
  expect(device.read()).toHaveLength(1)
})

/** Waits until the inbox has this number of notices. By then they were also offered to the push messages. */
const arrivesIn = async (member: { call: Call }, count: number) =>
  eventually(async () => expect((await member.call(listNotices, { query: {} })).notices).toHaveLength(count))

test('nothing is pushed that the member has not chosen, in quiet hours, and while chat or conversation are muted', async () => {
  const { app, mara, tom, device } = await startNotified()
  const noon = { timeZone: zoneWithNoon() }
  const change = async (body: object) => tom.call(changeNotificationSettings, { body })
  await change({ choice: { topic: 'mentions', channel: 'push', isOn: false } })
  await mention(mara, '@tom eins')
  await arrivesIn(tom, 1)
  await change({ choice: { topic: 'mentions', channel: 'push', isOn: true }, quiet: ALL_DAY, ...noon })
  await mention(mara, '@tom zwei')
  await arrivesIn(tom, 2)
  await change({ quiet: { ...ALL_DAY, isOn: false }, muteChatMinutes: 60 })
  await mention(mara, '@tom drei')
  await arrivesIn(tom, 3)
  await change({ muteChatMinutes: 0 })
  const conversationId = await privateConversation(app, [mara, tom])
  await tom.call(muteConversation, { params: { id: conversationId }, body: { isMuted: true } })
  await mara.call(postMessage, { body: { message: 'vier', conversationId } })
  await arrivesIn(tom, 4)
  await mention(mara, '@tom fünf')
  await eventually(() => expect(device.read()).not.toEqual([]))
  expect(device.read().map(({ body }) => body)).toEqual(['„@tom fünf“'])
})

/** A time zone in which it is about noon, so that quiet hours of a whole day do not end during a test. */
function zoneWithNoon(): string {
  const offset = new Date().getUTCHours() - 12
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '+' : ''}${offset}`
}

test('new albums are pushed to those who want it once a day, and not to the admin who has added them', async () => {
  const { app, service, tom, device } = await startNotified()
  const admin = await app.signIn({ isAdmin: true })
  const own = await service.subscribe(admin, 'admin')
  for (const member of [tom, admin])
    await member.call(changeNotificationSettings, {
      body: { choice: { topic: 'archive', channel: 'push', isOn: true } },
    })
  await addSampleAlbum(admin, { albumTitel: 'Kassettendeck' })
  await eventually(() => expect(device.read()).toHaveLength(1))
  expect(device.read()).toMatchObject([{ title: 'Neues Album: Kassettendeck' }])
  await addSampleAlbum(admin, { albumTitel: 'Graue Linie' })
  await eventually(async () => {
    const [notice] = (await tom.call(listNotices, { query: {} })).notices
    expect(notice?.covers).toHaveLength(2)
  })
  await mention(admin)
  await eventually(() => expect(device.read()).toHaveLength(2))
  expect(device.read().map(({ title }) => title)).toEqual([
    'Neues Album: Kassettendeck',
    expect.stringContaining('erwähnt'),
  ])
  expect(own.read()).toEqual([])
})

test('a member with access to a part of the archive gets pushed what it includes only', async () => {
  const { app, service, tom, device } = await startNotified()
  const admin = await app.signIn({ isAdmin: true })
  const limited = await signInScoped(app, { kind: 'types', types: ['ep'], hasVideos: false })
  const own = await service.subscribe(limited, 'limited')
  for (const member of [tom, limited])
    await member.call(changeNotificationSettings, {
      body: { choice: { topic: 'archive', channel: 'push', isOn: true } },
    })
  await addSampleAlbum(admin, { albumTitel: 'Kassettendeck' })
  await eventually(() => expect(device.read()).toHaveLength(1))
  await addSampleAlbum(admin, { albumTitel: 'Graue Linie', type: 'ep' })
  await eventually(() => expect(own.read()).not.toEqual([]))
  expect(own.read().map(({ title }) => title)).toEqual(['Neues Album: Graue Linie'])
})

test('a push service that never answers delays neither a call nor the messages to another one', async () => {
  const { app, mara, device, service, tries } = await startNotified()
  const { answer } = service
  service.answer = (message, response) => {
    if (message.host !== OTHER_HOST) answer(message, response)
  }
  const eve = await app.signIn({ username: 'eve' })
  // More devices than messages are sent at the same time.
  const sessions = await Promise.all(Array.from({ length: 45 }, async () => app.anotherSession(eve)))
  for (const [index, session] of sessions.entries())
    await service.subscribe(session, `eve-${index}`, OTHER_HOST)
  await mention(mara, '@eve hallo')
  await eventually(() => expect(service.received.length).toBeGreaterThanOrEqual(20))
  await mention(mara, '@tom hallo')
  await mention(mara, '@tom noch einmal')
  await eventually(() => expect(device.read()).toHaveLength(2))
  await eventually(async () => expect(await tries()).toEqual(sessions.map(() => 0)))
  expect(new Set(service.received.slice(0, 20).map(({ host }) => host))).toEqual(new Set([OTHER_HOST]))
})

test('a message without an answer is sent again later', async () => {
  const { mara, device, service, open, tries } = await startNotified({ responseTimeoutMs: 500 })
  service.answer = () => {}
  await mention(mara)
  await eventually(async () => expect(await tries()).toEqual([1]))
  const unanswered = device.read().length
  await open()
  expect(device.read()).toHaveLength(unanswered + 1)
})
