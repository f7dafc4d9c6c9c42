import { expect, test } from 'vitest'
import { withVisit } from './visits.ts'

const HOUR = 3_600_000

test('a start of the app within half an hour of another one is the same visit', () => {
  const first = withVisit(undefined, HOUR)
  expect(first.count).toBe(1)
  const reload = withVisit(first.text, HOUR + 29 * 60_000)
  expect(reload.count).toBe(1)
  expect(withVisit(reload.text, HOUR + 59 * 60_000).count).toBe(2)
})

test.each(['', 'drei', '3', '3 gestern', '-3 7', '99999 7'])('"%s" is no number of visits', (stored) => {
  expect(withVisit(stored, HOUR).count).toBe(1)
})
