import type { ChatChange } from '@tonarchiv/contract/chat'
import { describe, expect, test } from 'vitest'
import { aMessage } from '../../../testing/a-message.ts'
import {
  isBehind,
  NO_LOG,
  shortened,
  withAuthor,
  withChange,
  withMissed,
  withNewest,
  withOlder,
  type ChatLog,
  type Page,
} from './log.ts'

const ids = ({ messages }: ChatLog) => messages.map(({ id }) => id).join('')
const page = (letters: string, revision: number, more: Partial<Page> = {}): Page => ({
  messages: letters.split('').map((id) => aMessage(id)),
  hasMore: false,
  revision,
  deletedIds: [],
  changed: [],
  ownReactions: [],
  ...more,
})
const sent = (id: string, revision: number): ChatChange => ({
  type: 'chatMessage',
  message: aMessage(id),
  revision,
})
const gone = (id: string, revision: number): ChatChange => ({ type: 'chatMessageDeleted', id, revision })

describe('what is known of the chat', () => {
  test('grows by new messages, in the order of the ids', () => {
    const log = [sent('d', 4), sent('e', 5)].reduce(withChange, withNewest(NO_LOG, page('abc', 3)))
    expect(ids(log)).toBe('abcde')
    expect(log.revision).toBe(5)
  })

  test('takes nothing twice', () => {
    const log = [sent('c', 3), sent('d', 4), sent('d', 4)].reduce(
      withChange,
      withNewest(NO_LOG, page('abc', 3)),
    )
    expect(ids(log)).toBe('abcd')
  })

  test('waits with what comes early, and knows that it is behind', () => {
    const early = withChange(withNewest(NO_LOG, page('abc', 3)), sent('e', 5))
    expect(ids(early)).toBe('abc')
    expect(isBehind(early)).toBe(true)
    const whole = withChange(early, sent('d', 4))
    expect(ids(whole)).toBe('abcde')
    expect(isBehind(whole)).toBe(false)
  })

  test('changes during the load of the first page are not lost', () => {
    const before = withChange(withChange(NO_LOG, sent('c', 3)), sent('d', 4))
    expect(isBehind(before)).toBe(false)
    expect(ids(withNewest(before, page('abc', 3)))).toBe('abcd')
  })

  test('reads missed messages in pages, and is up to date only after the last', () => {
    const behind = withChange(withNewest(NO_LOG, page('ab', 2)), sent('h', 9))
    const first = withMissed(behind, page('cd', 9, { hasMore: true }))
    expect(first.revision).toBe(2)
    const last = withMissed(first, page('efg', 8, { deletedIds: ['a', 'd'] }))
    expect(ids(last)).toBe('bcefgh')
    expect(last.revision).toBe(9)
    expect(isBehind(last)).toBe(false)
  })

  test('a page that was read before a deletion does not bring the message back', () => {
    const log = withChange(withNewest(NO_LOG, page('cd', 4, { hasMore: true })), gone('b', 5))
    expect(ids(withOlder(log, page('ab', 4)))).toBe('acd')
  })

  test('adds older pages in front, and detects the last', () => {
    const log = withOlder(
      withNewest(NO_LOG, page('ef', 6, { hasMore: true })),
      page('cd', 6, { hasMore: true }),
    )
    expect([ids(log), log.hasOlder]).toEqual(['cdef', true])
    const whole = withOlder(log, page('ab', 6))
    expect([ids(whole), whole.hasOlder]).toEqual(['abcdef', false])
  })

  test('a new name stands on everything its owner wrote', () => {
    const log = withNewest(NO_LOG, page('a', 1))
    const renamed = withAuthor(log, { id: 'mila', username: 'mk', displayName: 'Mila', photoURL: '/p' })
    expect(renamed.messages[0]).toMatchObject({ displayName: 'Mila', username: 'mk', photoURL: '/p' })
    expect(withAuthor(log, { id: 'x', username: 'x', displayName: 'X', photoURL: null })).toBe(log)
  })

  test('can be shortened to the newest, and read on from there', () => {
    const short = shortened(withNewest(NO_LOG, page('abcd', 4)), 2)
    expect([ids(short), short.hasOlder]).toEqual(['cd', true])
    expect(ids(withOlder(short, page('ab', 4)))).toBe('abcd')
  })
})
