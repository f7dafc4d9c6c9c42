import { expect, test } from 'vitest'
import { nameSkeleton } from './similar-names.ts'

test.each([
  ['Mila Kramer', 'mila  kramer'],
  ['Mila Kramer', 'Mílà-Krämer'],
  ['Mila Kramer', 'MiIa_Kramer'],
  ['Mila Kramer', 'Міlа Кrаmеr'],
  ['Mila Kramer', 'Mila Krarner'],
  ['Mila Kramer', '𝓜𝓲𝓵𝓪 Kramer'],
  ['Mila Kramer', 'Mila\u200BKramer'],
  ['tonkopf', 'T0nkopf'],
  ['Groß', 'Gross'],
])('%s can be mistaken for %s', (one, other) => {
  expect(nameSkeleton(one)).toBe(nameSkeleton(other))
})

test.each([
  ['Mila', 'Milan'],
  ['Bastian', 'Sebastian'],
  ['🎵', '🎧'],
  ['Мила', 'Mila'],
])('%s cannot be mistaken for %s', (one, other) => {
  expect(nameSkeleton(one)).not.toBe(nameSkeleton(other))
})
