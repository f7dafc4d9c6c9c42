import { expect, test } from 'vitest'
import { currentTrack } from '../../order/play-order.ts'
import { trackNamed } from '../silent-player.ts'
import { parseEarlierState } from './earlier-state.ts'

/** A play state in the form in which earlier versions of the app stored it in the browser. */
const stored = {
  userId: 'mara',
  list: ['a', 'b', 'c'].map((name) => trackNamed(name)),
  places: [1, 2, 0],
  position: 1,
  queue: [{ key: 1, track: trackNamed('x') }],
  repeat: 'all',
  isShuffled: true,
  positionSeconds: 31.5,
}

test('what an earlier version has stored comes back as it was: shuffled order, queue and second', () => {
  const restored = parseEarlierState(JSON.stringify(stored), 'mara')
  if (!restored) throw new Error('Nothing was read')
  const { order, positionSeconds } = restored
  expect(positionSeconds).toBe(31.5)
  expect(order).toMatchObject({ repeat: 'all', isShuffled: true, position: 1 })
  expect(order.order.map(({ track }) => track.id)).toEqual(['b', 'c', 'a'])
  expect(order.queue.map(({ track }) => track.id)).toEqual(['x'])
  expect(currentTrack(order)).toEqual(trackNamed('c'))
})

test('the lengths of still earlier versions are read as well', () => {
  const text = JSON.stringify(stored).replaceAll('durationSeconds', 'duration')
  const restored = parseEarlierState(text, 'mara')
  expect(restored && currentTrack(restored.order)?.durationSeconds).toBe(100)
})

test('the state of another account is not read', () => {
  expect(parseEarlierState(JSON.stringify(stored), 'tom')).toBeUndefined()
})

test.each([
  ['nothing', undefined],
  ['no JSON', '{'],
  ['another shape', '{"list":[]}'],
  [
    'a place outside the list',
    '{"userId":"mara","list":[],"places":[],"position":0,"queue":[],"repeat":"off","isShuffled":false,"positionSeconds":1}',
  ],
])('nothing is read from %s', (_case, text) => {
  expect(parseEarlierState(text, 'mara')).toBeUndefined()
})
