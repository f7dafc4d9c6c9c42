import { PartialDate } from '@tonarchiv/contract/liner-notes'
import { expect, test } from 'vitest'
import { dateFromGerman, germanDate } from './partial-date.ts'

test.each([
  ['2023', '2023'],
  ['05.2023', '2023-05'],
  ['12.05.2023', '2023-05-12'],
])('%s is written and read', (german, date) => {
  expect(dateFromGerman(german)).toBe(date)
  expect(germanDate(date)).toBe(german)
  expect(PartialDate.safeParse(date).success).toBe(true)
})

test('short forms are read, an empty text is no date, and anything else is rejected', () => {
  expect([' 1.2.2023 ', '3.2023', '1. 2. 2023'].map(dateFromGerman)).toEqual([
    '2023-02-01',
    '2023-03',
    '2023-02-01',
  ])
  expect(dateFromGerman('  ')).toBeNull()
  for (const text of ['gestern', '31.02.2023', '13.2023', '99', '2023-5', '1899'])
    expect(PartialDate.safeParse(dateFromGerman(text)).success, text).toBe(false)
})
