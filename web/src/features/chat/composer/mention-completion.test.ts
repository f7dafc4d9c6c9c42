import { describe, expect, test } from 'vitest'
import { mentionPrefixAt, matchingPeople } from './mention-completion.ts'

describe('a name is begun', () => {
  test.each([
    ['@', 1, undefined],
    ['@m', 2, { start: 0, query: 'm' }],
    ['hallo @Mi', 9, { start: 6, query: 'mi' }],
    ['(@mila', 6, { start: 1, query: 'mila' }],
    ['zwei\n@mi', 8, { start: 5, query: 'mi' }],
    ['@mila da', 5, { start: 0, query: 'mila' }],
    ['mail@beispiel', 13, undefined],
    ['@mila da', 8, undefined],
    ['', 0, undefined],
  ])('%j at %i', (text, caret, expected) => {
    expect(mentionPrefixAt(text, caret)).toEqual(expected)
  })
})

const people = [
  { id: '1', username: 'okan_s', displayName: 'Okan S.' },
  { id: '2', username: 'tonkopf', displayName: 'Familie Tonkopf' },
  { id: '3', username: 'mila_k', displayName: 'Mila Kramer' },
  { id: '4', username: 'kamil', displayName: 'Kamil' },
  { id: '5', username: 'jonas_w', displayName: 'Jonas Milatz' },
].map((person) => Object.assign(person, { isOnline: person.id === '4' }))
const names = (query: string) => matchingPeople(people, query, '1').map(({ username }) => username)

test('who may be meant: members who are online, then beginnings, words, and anything that holds it; never oneself', () => {
  expect(names('mil')).toEqual(['kamil', 'mila_k', 'jonas_w', 'tonkopf'])
  expect(names('okan')).toEqual([])
  expect(names('')).toHaveLength(4)
})
