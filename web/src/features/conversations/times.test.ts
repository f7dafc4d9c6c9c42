import { expect, test } from 'vitest'
import { listTime } from './times.ts'

const TODAY = '2026-11-24'

test.each([
  ['2026-11-24T10:14:00', '10:14'],
  ['2026-11-23T23:59:00', 'gestern'],
  ['2026-11-22T08:00:00', 'So.'],
  ['2026-11-18T08:00:00', 'Mi.'],
  ['2026-11-17T08:00:00', '17.11.'],
  ['kaputt', ''],
])('a message of %s stands as „%s“', (moment, text) => {
  expect(listTime(moment, TODAY)).toBe(text)
})
