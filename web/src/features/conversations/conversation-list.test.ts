import type { DirectConversation } from '@tonarchiv/contract/conversations'
import { describe, expect, test } from 'vitest'
import { aMessage } from '#testing/a-message.ts'
import { aConversation } from '#testing/a-conversation.ts'
import { sections, unreadIn, withMessage, withTheirRead } from './conversation-list.ts'

const ids = (conversations: readonly DirectConversation[] | undefined) => conversations?.map(({ id }) => id)

describe('a new message', () => {
  const list = [
    aConversation('eins', { lastMessage: aMessage('c') }),
    aConversation('zwei', { lastMessage: aMessage('b'), unread: 1 }),
  ]
  const after = (id: string, userId: string, conversationId = 'zwei') =>
    withMessage(list, { conversationId, message: aMessage(id, { userId }), ownId: 'ich' })

  test('of another member moves its conversation to the top and is unread', () => {
    expect(ids(after('d', 'okan'))).toEqual(['zwei', 'eins'])
    expect(after('d', 'okan')?.[0]).toMatchObject({ unread: 2, lastMessage: { id: 'd' } })
  })

  test('of the member is not unread, and a repeated one changes nothing', () => {
    expect(after('d', 'ich')?.[0]).toMatchObject({ id: 'zwei', unread: 1 })
    expect(after('b', 'okan')).toBe(list)
  })

  test('in an unknown conversation needs another read of the list', () => {
    expect(after('d', 'okan', 'drei')).toBeUndefined()
  })
})

test('the mark of the other member moves forwards only', () => {
  const list = [aConversation('eins', { theirReadId: 'b' }), aConversation('zwei')]
  const read = (lastReadId: string) =>
    withTheirRead(list, { conversationId: 'eins', lastReadId })[0]?.theirReadId
  expect(read('c')).toBe('c')
  expect(read('a')).toBe('b')
})

test('requests that wait for an answer stand apart, and a search looks at names', () => {
  const list = [
    aConversation('eins', {
      person: { id: 'a', username: 'frieda', displayName: 'Frieda Ö.', photoURL: null },
    }),
    aConversation('zwei', { request: { id: 'r', isReceived: true }, unread: 2 }),
    aConversation('drei', { request: { id: 's', isReceived: false }, unread: 1 }),
  ]
  const { requests, others } = sections(list, '')
  expect([ids(requests), ids(others)]).toEqual([['zwei'], ['eins', 'drei']])
  expect(ids(sections(list, ' FRIE').others)).toEqual(['eins'])
  expect(unreadIn(list)).toBe(3)
  expect(unreadIn([...list, aConversation('vier', { unread: 5, isMuted: true })])).toBe(3)
})
