import { expect, test } from 'vitest'
import { withHyphen } from './recovery-code.ts'

test.each([
  ['7kqm', '7KQM'],
  ['7kqm2', '7KQM-2'],
  [' 7kqm 2xta ', '7KQM-2XTA'],
  ['7KQM-2XTA', '7KQM-2XTA'],
  ['7KQM-2XTA-B6NE', '7KQM-2XTA'],
  ['', ''],
])('%j becomes %j', (typed, shown) => {
  expect(withHyphen(typed)).toBe(shown)
})
