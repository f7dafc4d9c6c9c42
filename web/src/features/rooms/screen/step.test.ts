import { expect, test } from 'vitest'
import type { RoomFollowing } from '../state/room-tab.ts'
import { correctionText, deviationText, placeOnScale, shownDeviations, stepOf } from './step.ts'

const following = (name: RoomFollowing['name'], deviationMs?: number): RoomFollowing => ({
  name,
  deviationMs,
  correctionPercent: 0,
})

test('the mark differs for in step, correcting, jumping and without a connection', () => {
  expect(stepOf(following('inStep', -6), true)).toEqual({
    look: 'ok',
    text: 'Im Gleichlauf',
    deviation: '±6 ms',
  })
  expect(stepOf(following('correcting', 84), true)).toMatchObject({ text: 'Gleicht an', deviation: '84 ms' })
  expect(stepOf(following('jumping', 400), true)).toEqual({
    look: 'off',
    text: 'Springt nach',
    deviation: undefined,
  })
  expect(stepOf(following('inStep', 3), false)).toMatchObject({ look: 'mute', text: 'Verbindung weg' })
})

test('every state without sound has a text', () => {
  for (const name of ['locked', 'needsPress', 'stopped', 'buffering', 'starting', 'waiting'] as const)
    expect(stepOf(following(name), true).text).not.toBe('')
})

test('the scale ends at 30 ms, and who is further away is at its edge', () => {
  expect([-200, -30, 0, 15, 30, 31].map(placeOnScale)).toEqual([0, 0, 50, 75, 100, 100])
})

test('of many members the twelve widest deviations are shown', () => {
  const all = Array.from({ length: 200 }, (_, index) => ({ id: `${index}`, ms: index % 2 ? index : -index }))
  const { shown, others } = shownDeviations(all)
  expect(shown).toHaveLength(12)
  expect(shown[0]).toEqual({ id: '199', ms: 199 })
  expect(others).toBe(188)
})

test('deviations and corrections are written in German', () => {
  expect([6, -3, 0].map(deviationText)).toEqual(['6 ms früher', '3 ms später', 'im Takt'])
  expect([0.4, -1.5, 0].map(correctionText)).toEqual(['+0,4 %', '−1,5 %', 'keiner'])
})
