import { expect, test } from 'vitest'
import { excerptOf, messageExcerpt } from './excerpt.ts'

test('a message is named by its beginning, in one line', () => {
  expect(messageExcerpt({ content: ' Danke\n\nan  alle ', createdAt: '2026-11-22T09:05:00.000Z' })).toBe(
    'Danke an alle',
  )
})

test('a message without a text is named by its time', () => {
  expect(messageExcerpt({ content: '', createdAt: '2026-11-22T09:05:00.000Z' })).toMatch(/^\d\d?:05$/)
})

test('a long text ends within 60 characters and never inside of one', () => {
  expect(excerptOf('a'.repeat(60))).toBe('a'.repeat(60))
  expect(excerptOf('👩‍🚀'.repeat(60))).toBe('👩‍🚀'.repeat(60))
  expect(excerptOf('👩‍🚀'.repeat(61))).toBe(`${'👩‍🚀'.repeat(59)}…`)
})
