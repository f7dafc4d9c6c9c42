import type { PlayerReport } from '@tonarchiv/contract/play-devices'
import { expect, test } from 'vitest'
import { devicesOf, type OpenTab, tabsOfDevices, withReport } from './open-tabs.ts'

const silent: PlayerReport = {
  status: 'paused',
  track: null,
  position_seconds: 0,
  duration_seconds: 0,
  volume: 1,
  muted: false,
  needs_press: false,
  answers: [],
}
const playing: PlayerReport = { ...silent, status: 'playing' }

const tab = (id: string, more: Partial<OpenTab> = {}): OpenTab => ({
  id,
  sessionId: 'laptop',
  name: null,
  browser: 'Firefox auf Linux',
  kind: 'desktop',
  beganAt: null,
  reportedAt: 0,
  report: silent,
  ...more,
})

const sounding = (id: string, beganAt: number, reportedAt = beganAt) =>
  tab(id, { beganAt, reportedAt, report: playing })

test.each([
  ['the one that plays, also when another one reported later', sounding('a', 5), tab('b', { reportedAt: 9 })],
  [
    'the one that began later, also when the earlier one reported later',
    sounding('a', 7),
    sounding('b', 5, 9),
  ],
  ['of silent ones the one that reported last', tab('a', { reportedAt: 9 }), tab('b', { reportedAt: 8 })],
])('of two tabs of a browser the device is %s', (_which, chosen, other) => {
  expect(tabsOfDevices([chosen, other])).toEqual([chosen])
  expect(tabsOfDevices([other, chosen])).toEqual([chosen])
})

test('the sound of a tab has one beginning until it is silent, however often it waits for data', () => {
  const heard = (before: OpenTab, status: PlayerReport['status'], at: number) =>
    withReport(before, { ...silent, status }, at)
  const loading = heard(tab('a'), 'loading', 1)
  expect(loading.beganAt).toBeNull()
  const begun = heard(loading, 'playing', 2)
  const waiting = heard(begun, 'loading', 3)
  const later = heard(waiting, 'playing', 4)
  expect([begun, waiting, later].map(({ beganAt }) => beganAt)).toEqual([2, 2, 2])
  expect(later.reportedAt).toBe(4)
  expect(heard(later, 'paused', 5).beganAt).toBeNull()
  expect(heard(later, 'empty', 5).beganAt).toBeNull()
  expect(heard(heard(later, 'paused', 5), 'playing', 6).beganAt).toBe(6)
})

test('devices stand in the order of their logins, and a second one of the same name has a number', () => {
  const phone = { sessionId: 'phone', browser: 'Safari auf iPhone' }
  const tabs = [tab('a', { sessionId: 'other' }), tab('b', phone), tab('c'), tab('d')]
  expect(devicesOf(tabs).map(({ id, name }) => [id, name])).toEqual([
    ['laptop', 'Firefox auf Linux'],
    ['other', 'Firefox auf Linux (2)'],
    ['phone', 'Safari auf iPhone'],
  ])
})

test('a given name stands for the browser, and is numbered like it', () => {
  const named = { name: 'Küche', browser: 'Safari auf iPad' }
  const tabs = [
    tab('a', { sessionId: 'one', ...named }),
    tab('b', { sessionId: 'three' }),
    tab('c', { sessionId: 'two', ...named }),
  ]
  expect(devicesOf(tabs).map(({ id, name, browser }) => [id, name, browser])).toEqual([
    ['one', 'Küche', 'Safari auf iPad'],
    ['three', 'Firefox auf Linux', null],
    ['two', 'Küche (2)', 'Safari auf iPad'],
  ])
})
