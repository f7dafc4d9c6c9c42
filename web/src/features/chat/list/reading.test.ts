import { expect, test } from 'vitest'
import { aMessage } from '../../../testing/a-message.ts'
import { readAfter } from './reading.ts'
import type { Row } from '../messages/rows.ts'

const row = (id: string, userId = 'okan'): Row => ({
  kind: 'message',
  key: id,
  message: aMessage(id, { userId }),
  isOwn: userId === 'mila',
  isContinued: false,
  isFollowed: false,
})
const rows = [row('a'), row('b'), row('c', 'mila'), row('d'), row('e')]
const given = { rows, hasOlder: false, ownId: 'mila', hasCome: false }

test.each([
  ['what follows what was read and is in view is read', 'a', ['b', 'c', 'd'], 'd'],
  ['a message above what is in view is not read, nor what follows it', 'a', ['d', 'e'], undefined],
  ['own messages need not be seen', 'b', ['d', 'e'], 'e'],
  ['reading does not go back', 'e', ['a', 'b'], undefined],
  ['nothing in view is nothing read', 'a', [], undefined],
  ['a member who has read nothing yet begins at the first message', null, ['a', 'b'], 'b'],
])('%s', (_rule, lastReadId, inView, expected) => {
  expect(readAfter({ ...given, lastReadId, inView })).toBe(expected)
})

test('scrolling to the end marks everything up to there as read', () => {
  expect(readAfter({ ...given, lastReadId: 'a', inView: ['e'], hasCome: true })).toBe('e')
})

test('unread messages that are not loaded are not read, though the first loaded ones are in view', () => {
  const withOlder = { ...given, rows: rows.slice(1), hasOlder: true, inView: ['b', 'c'] }
  expect(readAfter({ ...withOlder, lastReadId: '0' })).toBeUndefined()
  expect(readAfter({ ...withOlder, lastReadId: null })).toBeUndefined()
  expect(readAfter({ ...withOlder, lastReadId: 'b' })).toBe('c')
})
