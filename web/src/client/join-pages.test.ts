import { expect, test } from 'vitest'
import { joinPages } from './join-pages.ts'

const entry = (id: string, text = '') => ({ id, text })

test('an entry that moved to the next page between two reads is listed once, with its latest data', () => {
  const pages = [[entry('c'), entry('b', 'before')], [entry('b', 'after'), entry('a')], []]
  expect(joinPages(pages)).toEqual([entry('c'), entry('b', 'after'), entry('a')])
})
