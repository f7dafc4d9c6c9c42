import type { Friend, FriendRequest } from '@tonarchiv/contract/friends'
import { describe, expect, test } from 'vitest'
import {
  friendStatus,
  standing,
  withFriend,
  withoutFriend,
  withoutRequest,
  withSent,
  type FriendLists,
} from './friend-lists.ts'

const person = (id: string) => ({ id, username: id, displayName: id, photoURL: null })
const friend = (id: string): Friend => ({ ...person(id), isOnline: true, customStatus: '' })
const request = (id: string, from: string, to: string): FriendRequest => ({
  id,
  fromUser: person(from),
  toUser: person(to),
  createdAt: '2026-11-21T09:00:00.000Z',
})
const lists: FriendLists = {
  friends: [friend('bastian'), friend('mila')],
  friendRequests: [request('r1', 'okan', 'ich')],
  sentRequests: [request('r2', 'ich', 'tonkopf')],
}
const names = (friends: readonly Friend[]) => friends.map(({ id }) => id)

describe('friends and requests', () => {
  test('an accepted member is sorted into the friends by name, and the request is removed', () => {
    const after = withFriend(lists, friend('okan'))
    expect(names(after.friends)).toEqual(['bastian', 'mila', 'okan'])
    expect(after.friendRequests).toEqual([])
    expect(names(withFriend(after, friend('okan')).friends)).toEqual(['bastian', 'mila', 'okan'])
  })

  test('two mutual requests become one friendship', () => {
    const after = withFriend(lists, friend('tonkopf'))
    expect(after.sentRequests).toEqual([])
    expect(names(after.friends)).toContain('tonkopf')
  })

  test('a declined or withdrawn request is removed, a new one is first', () => {
    expect(withoutRequest(lists, 'r1').friendRequests).toEqual([])
    expect(withoutRequest(lists, 'r2').sentRequests).toEqual([])
    const sent = withSent(lists, request('r3', 'ich', 'lene'))
    expect(sent.sentRequests.map(({ id }) => id)).toEqual(['r3', 'r2'])
  })

  test('a removed friend is not listed', () => {
    expect(names(withoutFriend(lists, 'mila').friends)).toEqual(['bastian'])
  })
})

test.each([
  ['mila', 'friend', null],
  ['okan', 'received', 'r1'],
  ['tonkopf', 'sent', 'r2'],
  ['fremd', 'none', null],
] as const)('%s who was found stands as %s', (id, relation, requestId) => {
  const found = { id, relation: 'none', requestId: null } as const
  expect(standing(found, lists)).toEqual({ relation, requestId })
})

test('until the lists are loaded, the relation from the search is used', () => {
  const found = { id: 'x', relation: 'sent', requestId: 'r9' } as const
  expect(standing(found, undefined)).toEqual({ relation: 'sent', requestId: 'r9' })
})

test.each([
  [{ customStatus: 'Sucht B-Seiten', isOnline: false }, 'Sucht B-Seiten'],
  [{ customStatus: '', isOnline: true }, 'Online'],
  [{ customStatus: '', isOnline: false }, 'Offline'],
])('%j reads %s', (given, text) => {
  expect(friendStatus(given)).toBe(text)
})
