import { postMessage } from '@tonarchiv/contract/chat'
import {
  changeNotificationSettings,
  getNotificationSettings,
  NOTICE_CHANNELS,
  NOTICE_TOPICS,
  type NoticeTopic,
} from '@tonarchiv/contract/notification-settings'
import { countNotices } from '@tonarchiv/contract/notifications'
import { expect, test } from 'vitest'
import { inboxOf, inboxSays, unreadOf } from '#testing/inbox.ts'
import { startApp } from '#testing/start-app.ts'

test('the defaults are those of the table, and each choice changes alone', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const read = async () => (await mara.call(getNotificationSettings, {})).settings
  const before = await read()
  expect(before.choices.reactions).toEqual({ here: true, push: false, mail: false })
  expect(before.choices.security).toEqual({ here: true, push: true, mail: true })
  expect(before).toMatchObject({ digest: 'off', chatMutedUntil: null, quiet: { isOn: false } })
  const set = async (topic: NoticeTopic, channel: 'here' | 'push' | 'mail', isOn: boolean) =>
    mara.call(changeNotificationSettings, { body: { choice: { topic, channel, isOn } } })
  // At the same time: none is lost.
  await Promise.all([
    set('mentions', 'push', false),
    set('archive', 'push', true),
    set('friends', 'mail', false),
  ])
  expect((await read()).choices).toEqual({
    ...before.choices,
    mentions: { here: true, push: false, mail: true },
    archive: { here: true, push: true, mail: true },
    friends: { here: true, push: true, mail: false },
  })
  const other = await app.signIn()
  expect((await other.call(getNotificationSettings, {})).settings).toEqual(before)
})

test.each(
  Object.entries(NOTICE_TOPICS).flatMap(([topic, rules]) =>
    NOTICE_CHANNELS.filter((channel) => typeof rules[channel] === 'string').map((channel) => ({
      topic,
      channel,
    })),
  ),
)('$topic cannot be changed on $channel', async ({ topic, channel }) => {
  const app = await startApp()
  const mara = await app.signIn()
  const { headers } = {
    headers: { authorization: `Bearer ${mara.token}`, 'content-type': 'application/json' },
  }
  for (const isOn of [true, false]) {
    const body = JSON.stringify({ choice: { topic, channel, isOn } })
    const answer = await app.fetch('/api/notification-settings', { method: 'PATCH', headers, body })
    expect(answer.status).toBe(400)
  }
})

test.each([
  ['an unknown time zone', { timeZone: 'Mond/Krater' }],
  ['a minute beyond the day', { quiet: { isOn: true, fromMinute: 1440, untilMinute: 0, days: [1] } }],
  ['an eighth day', { quiet: { isOn: true, fromMinute: 0, untilMinute: 60, days: [8] } }],
  ['an unknown rhythm', { digest: 'hourly' }],
  ['a mute of more than a day', { muteChatMinutes: 1441 }],
  ['an unknown topic', { choice: { topic: 'weather', channel: 'here', isOn: true } }],
])('%s is refused and changes nothing', async (_name, body) => {
  const app = await startApp()
  const mara = await app.signIn()
  const before = await mara.call(getNotificationSettings, {})
  const answer = await app.fetch('/api/notification-settings', {
    method: 'PATCH',
    headers: { authorization: `Bearer ${mara.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(400)
  expect(await mara.call(getNotificationSettings, {})).toEqual(before)
})

test('while the chat is muted, mentions are in the list and count as read', async () => {
  const app = await startApp()
  const [mara, tom] = [await app.signIn({ username: 'mara' }), await app.signIn({ username: 'tom' })]
  await tom.call(changeNotificationSettings, { body: { muteChatMinutes: 60 } })
  await mara.call(postMessage, { body: { message: '@tom eins' } })
  await inboxSays(tom, 'mara hat dich im Chat Room erwähnt')
  expect(await unreadOf(tom)).toBe(0)
  app.passTime(61 * 60 * 1000)
  await mara.call(postMessage, { body: { message: '@tom zwei' } })
  await inboxSays(tom, 'mara hat dich im Chat Room erwähnt', 'mara hat dich im Chat Room erwähnt')
  expect((await inboxOf(tom)).map(({ isUnread }) => isUnread)).toEqual([true, false])
})

test('the bell knows when quiet hours end', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  expect((await mara.call(countNotices, {})).quietUntil).toBeNull()
  const quiet = { isOn: true, fromMinute: 0, untilMinute: 1439, days: [1, 2, 3, 4, 5, 6, 7] }
  await mara.call(changeNotificationSettings, { body: { quiet, timeZone: 'UTC' } })
  expect((await mara.call(countNotices, {})).quietUntil).toMatch(/T23:59:00\.000Z$/)
})
