import { expect, test } from 'vitest'
import { withoutTone, withTone } from './skin-tones.ts'

const MEDIUM = '\u{1f3fd}'

test.each([
  ['👍', '👍🏽'],
  // The tone replaces the presentation selector.
  ['☝️', '☝🏽'],
  ['🧑‍🚀', '🧑🏽‍🚀'],
  ['🧑‍🤝‍🧑', '🧑🏽‍🤝‍🧑🏽'],
  ['🔥', '🔥'],
  ['❤️', '❤️'],
  // A family has no tones.
  ['👨‍👩‍👧', '👨‍👩‍👧'],
])('%s with a tone is %s', (emoji, toned) => {
  expect(withTone(emoji, MEDIUM)).toBe(toned)
  expect(withTone(emoji, '')).toBe(emoji)
})

test('the tone of an emoji has a name, and the emoji without it is found', () => {
  expect(withoutTone('🧑🏽‍🚀')).toEqual({ plain: '🧑‍🚀', name: 'mittlere Hautfarbe' })
  expect(withoutTone('🔥')).toEqual({ plain: '🔥', name: undefined })
})
