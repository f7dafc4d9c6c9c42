import { expect, test } from 'vitest'
import { joinPages } from './join-pages.ts'

const entry = (id: string, text = '') => ({ id, text })

test('an entry that moved to the next page while it was read stands once, as it was read last', () => {
  const pages = [[entry('c'), entry('b', 'before')], [entry('b', 'after'), entry('a')], []]
  expect(joinPages(pages)).toEqual([entry('c'), entry('b', 'after'), entry('a')])
})
