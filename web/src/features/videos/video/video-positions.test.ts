import { expect, test } from 'vitest'
import { positionOf, withPosition } from './video-positions.ts'

const MARA = { userId: 'mara', videoId: 'konzert' }
const JON = { userId: 'jon', videoId: 'konzert' }

test('each account continues at its last position', () => {
  const text = withPosition(withPosition(undefined, MARA, 61.04, 600), JON, 12, 600)
  expect(positionOf(text, MARA)).toBe(61)
  expect(positionOf(text, JON)).toBe(12)
  expect(positionOf(text, { userId: 'mara', videoId: 'probe' })).toBeUndefined()
  expect(positionOf(withPosition(text, MARA, 70, 600), MARA)).toBe(70)
})

test.each([
  ['has hardly begun', 4],
  ['is nearly over', 590],
  ['is over', 600],
])('a video that %s begins anew', (_what, seconds) => {
  const text = withPosition(undefined, MARA, 61, 600)
  expect(positionOf(withPosition(text, MARA, seconds, 600), MARA)).toBeUndefined()
})

test('the last two hundred positions are stored', () => {
  let text: string | undefined
  for (let index = 0; index < 201; index += 1)
    text = withPosition(text, { userId: 'mara', videoId: `${index}` }, 60, 600)
  expect(positionOf(text, { userId: 'mara', videoId: '0' })).toBeUndefined()
  expect(positionOf(text, { userId: 'mara', videoId: '1' })).toBe(60)
})

test.each([undefined, '', 'kaputt', '{}', '[1]'])('the text %s holds no place', (text) => {
  expect(positionOf(text, MARA)).toBeUndefined()
  expect(positionOf(withPosition(text, MARA, 60, 600), MARA)).toBe(60)
})
