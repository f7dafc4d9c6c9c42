import { expect, test } from 'vitest'
import { aMessage } from '../../../testing/a-message.ts'
import { rowsOf } from '../messages/rows.ts'
import { mentionsAfter } from './use-jumps.ts'
import { dayAbove, withoutFirstDivider } from './use-list-view.ts'

const TODAY = '2026-11-21'

const toMila = { mentions: [{ userId: 'mila', username: 'mila_k' }], userId: 'okan' }
const rows = rowsOf({
  messages: [
    aMessage('a', { ...toMila, createdAt: '2026-11-20T12:00:00.000Z' }),
    aMessage('b', toMila),
    aMessage('c', { userId: 'okan' }),
    aMessage('d', { ...toMila, userId: 'mila' }),
    aMessage('e', toMila),
  ],
  outbox: [],
  ownId: 'mila',
  today: TODAY,
  readUpTo: undefined,
  hasOlder: false,
})
const ids = (lastReadId: string | null | undefined, visitedId = '') =>
  mentionsAfter(rows, 'mila', lastReadId, visitedId).map(({ message }) => message.id)

test('unread mentions are those by others after the read mark, without those that were jumped to', () => {
  expect(ids('a')).toEqual(['b', 'e'])
  expect(ids('a', 'b')).toEqual(['e'])
  expect(ids(null)).toEqual(['a', 'b', 'e'])
  expect(ids('e')).toEqual([])
  expect(ids(undefined)).toEqual([])
})

test('the day above is that of the first row in view, unless its divider is in view', () => {
  expect(rows.map(({ key }) => key)).toEqual(['day 2026-11-20', 'a', 'day 2026-11-21', 'b', 'c', 'd', 'e'])
  expect(rows.map((_row, top) => dayAbove(rows, top, TODAY))).toEqual([
    undefined,
    'Gestern',
    undefined,
    'Heute',
    'Heute',
    'Heute',
    'Heute',
  ])
  expect(dayAbove([], 0, TODAY)).toBeUndefined()
})

test('without a divider at the beginning the day above is that of the message', () => {
  const shown = withoutFirstDivider(rows)
  expect(shown.map(({ key }) => key)).toEqual(['a', 'day 2026-11-21', 'b', 'c', 'd', 'e'])
  expect(withoutFirstDivider(shown)).toBe(shown)
  expect(dayAbove(shown, 0, TODAY)).toBe('Gestern')
  expect(dayAbove(shown, 2, TODAY)).toBe('Heute')
})
