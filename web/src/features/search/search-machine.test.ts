import { describe, expect, test } from 'vitest'
import type { Query, Results, Row } from './results.ts'
import {
  isPending,
  NOTHING_TYPED,
  searchAfter,
  type SearchEvent,
  type SearchState,
} from './search-machine.ts'

const query = (text: string): Query => ({ text, group: undefined, isExact: false })

function row(key: string): Row {
  return { key, title: key, picture: { kind: 'cover', url: null }, opening: { kind: 'path', path: '/' } }
}

function answer(to: Query, keys: string): Results {
  const rows = keys.split(' ').map(row)
  return { query: to, corrected: undefined, terms: [], sections: [{ id: 'songs', label: 'Songs', rows }] }
}

const after = (...events: SearchEvent[]) => events.reduce<SearchState>(searchAfter, NOTHING_TYPED)
const typed = (to: Query): SearchEvent => ({ type: 'typed', query: to })
const answered = (to: Query, keys: string): SearchEvent => ({ type: 'answered', results: answer(to, keys) })
const pointed = (key: string): SearchEvent => ({ type: 'pointed', key })
const moved = (key: string): SearchEvent => ({ type: 'moved', key })
const shown = ({ drawn }: SearchState) =>
  drawn?.sections.flatMap(({ rows }) => rows.map(({ key }) => key)).join(' ')

const [n, no] = [query('n'), query('no')]

test('the best hit is selected, and what is typed next keeps the old hits until the answer is there', () => {
  const state = after(typed(n), answered(n, 'a b'), typed(no))
  expect([shown(state), state.active, isPending(state)]).toEqual(['a b', 'a', true])
  const next = searchAfter(state, answered(no, 'c d'))
  expect([shown(next), next.active, isPending(next)]).toEqual(['c d', 'c', false])
})

test('an answer to an earlier text never replaces a newer one', () => {
  const late = answered(n, 'a b')
  expect(after(typed(n), typed(no), late)).toEqual(after(typed(n), typed(no)))
  const state = after(typed(n), typed(no), answered(no, 'c'), late)
  expect(shown(state)).toBe('c')
})

test('the same text typed again is another query', () => {
  const again = query('n')
  expect(shown(after(typed(n), typed(no), typed(again), answered(n, 'a')))).toBeUndefined()
})

describe('the entry under the pointer or the selection does not move', () => {
  test.each([
    ['the pointer', pointed('b')],
    ['the selection', moved('b')],
  ])('while %s is on it, an answer with another order is held', (_name, engage) => {
    const state = after(typed(n), answered(n, 'a b c'), typed(no), engage, answered(no, 'b a'))
    expect([shown(state), state.active]).toEqual(['a b c', 'b'])
  })

  test('an answer that changes only what is below is drawn', () => {
    const state = after(typed(n), answered(n, 'a b c'), typed(no), pointed('b'), answered(no, 'a b d e'))
    expect([shown(state), state.active]).toEqual(['a b d e', 'b'])
  })

  test('what was held is drawn when the pointer leaves, or with the next key', () => {
    const held = after(typed(n), answered(n, 'a b c'), typed(no), pointed('b'), answered(no, 'd b'))
    const left = searchAfter(held, { type: 'left' })
    expect([shown(left), left.active]).toEqual(['d b', 'd'])
    const further = searchAfter(held, typed(query('nor')))
    expect([shown(further), further.active]).toEqual(['d b', 'd'])
    expect(isPending(further)).toBe(true)
  })

  test('a pointer that has rested since the last key holds nothing', () => {
    const state = after(typed(n), answered(n, 'a b'), pointed('b'), typed(no), answered(no, 'c'))
    expect([shown(state), state.active]).toEqual(['c', 'c'])
  })
})

test('other groups are no hint at what is found in one', () => {
  const state = after(typed(n), answered(n, 'a'), typed({ ...n, group: 'albums' }))
  expect(shown(state)).toBeUndefined()
})

test('an emptied text leaves nothing behind', () => {
  const empty = query('')
  expect(after(typed(n), answered(n, 'a'), moved('a'), typed(empty))).toEqual({
    ...NOTHING_TYPED,
    query: empty,
  })
})

test('Enter before the answer opens its best hit, unless something was selected', () => {
  expect(after(typed(n), { type: 'entered' }).opensBest).toBe(true)
  expect(after(typed(n), { type: 'entered' }, typed(no)).opensBest).toBe(false)
  expect(after(typed(n), answered(n, 'a'), { type: 'entered' }).opensBest).toBe(false)
  expect(after(typed(n), answered(n, 'a'), typed(no), moved('a'), { type: 'entered' }).opensBest).toBe(false)
})

test('only a missing answer makes the list wait', () => {
  const late: SearchEvent = { type: 'late' }
  expect(after(typed(n), late).isLate).toBe(true)
  expect(after(typed(n), answered(n, 'a'), late).isLate).toBe(false)
  expect(after(typed(n), typed(no), late).isLate).toBe(true)
  expect(after(typed(n), late, typed(no)).isLate).toBe(true)
  expect(after(typed(n), late, typed(query(''))).isLate).toBe(false)
  expect(after(typed(n), late, answered(n, 'a')).isLate).toBe(false)
})
