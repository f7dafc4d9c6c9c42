import { beforeEach, expect, test } from 'vitest'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { forgetAllSearches } from './open-search.ts'
import { forgetSearch, recentSearches, rememberSearch } from './recent-searches.ts'
import type { Row } from './results.ts'

beforeEach(() => setStored('recentSearches', undefined))

const song = (key: string): Row => ({
  key,
  title: key,
  below: 'Album',
  picture: { kind: 'cover', url: '/api/cover/a.jpg' },
  opening: { kind: 'path', path: `/archive?track=${key}` },
})
const keysOf = (account: string) =>
  recentSearches(account)
    .map(({ key }) => key)
    .join(' ')

test('the newest eight are kept, each once', () => {
  for (const key of ['a', 'b', 'a', 'c']) rememberSearch('mila', song(key))
  expect(keysOf('mila')).toBe('c a b')
  for (let index = 0; index < 9; index += 1) rememberSearch('mila', song(String(index)))
  expect(keysOf('mila')).toBe('8 7 6 5 4 3 2 1')
  expect(recentSearches('mila')[0]).toEqual(song('8'))
})

test('another account on the device sees none of them and leaves none behind', () => {
  rememberSearch('mila', song('a'))
  expect(keysOf('okan')).toBe('')
  rememberSearch('okan', song('b'))
  expect(keysOf('mila')).toBe('')
})

test('they can be removed one by one and all together', () => {
  for (const key of ['a', 'b']) rememberSearch('mila', song(key))
  expect(forgetSearch('mila', 'b').map(({ key }) => key)).toEqual(['a'])
  expect(keysOf('mila')).toBe('a')
  forgetAllSearches()
  expect(getStored('recentSearches')).toBeUndefined()
})

test('a command is not kept, and an icon is not stored', () => {
  const picture = { kind: 'icon', Icon: () => null } as const
  rememberSearch('mila', { ...song('a'), picture, opening: { kind: 'command', run: () => undefined } })
  expect(keysOf('mila')).toBe('')
  rememberSearch('mila', { ...song('text:x'), picture, opening: { kind: 'text', text: 'x' } })
  expect(recentSearches('mila')[0]).toMatchObject({ picture: null, opening: { text: 'x' } })
})

test.each([
  '{',
  '[]',
  '{"accountId":"mila","rows":[{"key":1}]}',
  '{"accountId":"mila","rows":[{"key":"a","title":"a","picture":null,"opening":{"kind":"path","path":"https://example.org"}}]}',
])('what was damaged counts as nothing: %s', (stored) => {
  setStored('recentSearches', stored)
  expect(keysOf('mila')).toBe('')
})
