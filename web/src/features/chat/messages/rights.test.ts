import { expect, test } from 'vitest'
import { aMessage } from '../../../testing/a-message.ts'
import { isEditable } from './rights.ts'

const SENT = '2026-11-21T09:00:00.000Z'
const message = aMessage('a', { createdAt: SENT })
const after = (minutes: number) => Date.parse(SENT) + minutes * 60_000

test('a message can be edited by its author, for 15 minutes', () => {
  expect(isEditable(message, 'mila', after(14.9))).toBe(true)
  expect(isEditable(message, 'mila', after(15))).toBe(false)
  expect(isEditable(message, 'okan', after(1))).toBe(false)
  expect(isEditable({ ...message, userId: null }, 'mila', after(1))).toBe(false)
})
