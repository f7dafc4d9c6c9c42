import type { NotificationSettings } from '@tonarchiv/contract/notification-settings'
import { expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'
import { wantsNotice } from './settings.ts'

const ON = { here: true, push: true, mail: true }
const SETTINGS: NotificationSettings = {
  choices: {
    directMessages: { here: true, push: false, mail: true },
    mentions: ON,
    reactions: ON,
    friends: ON,
    invitations: ON,
    archive: ON,
    premieres: ON,
    access: ON,
    security: ON,
  },
  quiet: { isOn: true, fromMinute: 1350, untilMinute: 420, days: [1, 2, 3, 4, 5] },
  timeZone: 'Europe/Berlin',
  chatMutedUntil: null,
  digest: 'off',
}

test.each([
  ['before the beginning on Friday', '2026-11-27T21:29:59Z', undefined],
  ['at the beginning on Friday', '2026-11-27T21:30:00Z', '2026-11-28T06:00:00.000Z'],
  ['on Saturday morning, which belongs to Friday', '2026-11-28T05:59:59Z', '2026-11-28T06:00:00.000Z'],
  ['at the end on Saturday', '2026-11-28T06:00:00Z', undefined],
  ['on Saturday evening', '2026-11-28T22:00:00Z', undefined],
  ['on Monday morning, which belongs to Sunday', '2026-11-30T03:00:00Z', undefined],
  ['in summer, by the clock of the member', '2026-07-31T20:30:00Z', '2026-08-01T05:00:00.000Z'],
])('quiet hours %s', (_when, at, until) => {
  expect(quietUntil(SETTINGS, new Date(at))?.toISOString()).toBe(until)
})

test('quiet hours within one day end on that day, and equal times are none', () => {
  const noon = { ...SETTINGS, quiet: { isOn: true, fromMinute: 720, untilMinute: 780, days: [5] } }
  expect(quietUntil(noon, new Date('2026-11-27T11:30:00Z'))?.toISOString()).toBe('2026-11-27T12:00:00.000Z')
  expect(quietUntil(noon, new Date('2026-11-27T12:00:00Z'))).toBeUndefined()
  const never = { ...SETTINGS, quiet: { ...noon.quiet, untilMinute: 720 } }
  expect(quietUntil(never, new Date('2026-11-27T11:30:00Z'))).toBeUndefined()
})

const DAY = new Date('2026-11-27T12:00:00Z')
const NIGHT = new Date('2026-11-27T23:00:00Z')

test('a notice is sent where its member wants it', () => {
  expect(wantsNotice(SETTINGS, 'directMessage', 'here', DAY)).toBe(true)
  expect(wantsNotice(SETTINGS, 'directMessage', 'push', DAY)).toBe(false)
  expect(wantsNotice(SETTINGS, 'directMessage', 'mail', DAY)).toBe(true)
})

test('quiet hours hold for push and mail, and not for the inbox', () => {
  expect(
    (['here', 'push', 'mail'] as const).map((channel) => wantsNotice(SETTINGS, 'reply', channel, NIGHT)),
  ).toEqual([true, false, false])
})

test('a muted chat sends no message of the chat, and everything else', () => {
  const muted = { ...SETTINGS, chatMutedUntil: '2026-11-27T13:00:00Z' }
  for (const kind of ['mention', 'reply', 'reaction'] as const) {
    expect(wantsNotice(muted, kind, 'push', DAY)).toBe(false)
    expect(wantsNotice(muted, kind, 'here', DAY)).toBe(true)
    expect(wantsNotice(muted, kind, 'push', new Date('2026-11-27T14:00:00Z'))).toBe(true)
  }
  expect(wantsNotice(muted, 'friendRequest', 'push', DAY)).toBe(true)
})
