import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Track } from '#features/tracks/index.ts'
import { setUp, trackNamed } from './silent-player.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const of = (album: string, name: string, durationSeconds = 100): Track => ({
  ...trackNamed(name),
  album,
  durationSeconds,
})

const [before, after, third] = [of('A', 'before'), of('B', 'after'), of('C', 'third')]

/** Creates a player with two decks, which plays the first of these tracks and has preloaded the second one. */
async function play(tracks: readonly Track[], crossfadeSeconds = 8) {
  const parts = setUp({ canFade: true })
  const { player, element, other, beside, settle } = parts
  const [first] = tracks
  if (!first) throw new Error('Nothing to play')
  player.setCrossfade(crossfadeSeconds)
  player.choose(tracks, first)
  await settle()
  element.sounds(first.durationSeconds)
  element.loads(first.durationSeconds)
  await settle()
  for (const each of [other, beside]) if (each.src !== '') each.loads(100)
  return parts
}

test('the next track is the current one from the moment at which it fades in, and the other one has ended', async () => {
  const { element, beside, now, announced } = await play([before, after])
  element.runsTo(91.5)
  expect(now().track).toBe(before)
  element.runsTo(91.75)
  beside.sounds(100)
  beside.runsTo(1)
  expect(now()).toMatchObject({ track: after, status: 'playing', positionSeconds: 1, durationSeconds: 100 })
  expect(element.paused).toBe(false)
  expect(announced).toEqual(['started before', 'listened before', 'ended before', 'started after'])
})

test('an album in its order goes on without a crossfade', async () => {
  const { element, other, beside, now } = await play([of('A', 'one'), of('A', 'two')])
  expect([other.src, beside.src]).toEqual(['/api/stream/two.mp3', ''])
  element.runsTo(99.5)
  expect(now().track?.id).toBe('one')
})

test('a track whose last seconds fade out counts as if they were heard', async () => {
  const short = of('A', 'short', 36)
  const { element, beside, announced } = await play([short, after], 12)
  element.runsTo(23.5)
  expect(announced).toEqual(['started short'])
  element.runsTo(24)
  beside.sounds(100)
  expect(announced).toEqual(['started short', 'listened short', 'ended short', 'started after'])
})

test('the last track before sleep does not fade into another one', async () => {
  const { player, element, other, beside, now } = await play([before, after])
  player.stopAfterTrack(true)
  expect([other.src, beside.src]).toEqual(['/api/stream/after.mp3', ''])
  element.runsTo(99.5)
  expect(now()).toMatchObject({ track: before, status: 'playing' })
  player.stopAfterTrack(false)
  expect(beside.src).toBe('/api/stream/after.mp3')
})

test('a track that fails while it fades in is skipped as always', async () => {
  const { element, beside, now, errors, settle, player } = await play([before, after, third])
  element.runsTo(91.75)
  beside.sounds(100)
  beside.breaks(3)
  await settle()
  expect(now().track).toBe(third)
  expect(errors).toHaveLength(1)
  expect(element.src).toBe('')
  player.stop()
})

test('a pause during a crossfade rests in the track that fades in', async () => {
  const { element, beside, now, player, settle } = await play([before, after])
  element.runsTo(91.75)
  beside.sounds(100)
  player.pause()
  await settle()
  expect(now()).toMatchObject({ track: after, status: 'paused' })
  expect([element.src, beside.paused]).toEqual(['', true])
})

test('a new list during a crossfade plays alone, and so do next and previous', async () => {
  for (const press of ['choose', 'next', 'previous'] as const) {
    const { element, beside, now, player, settle } = await play([before, after, third])
    element.runsTo(91.75)
    beside.sounds(100)
    if (press === 'choose') player.choose([third], third)
    else player[press]()
    await settle()
    beside.sounds(100)
    expect(now()).toMatchObject({ track: press === 'previous' ? before : third, status: 'playing' })
    expect(element.src).toBe('')
  }
})
