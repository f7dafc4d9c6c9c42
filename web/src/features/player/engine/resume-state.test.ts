import { describe, expect, test } from 'vitest'
import { hasChangedSince, parseResumeState, serializeResumeState } from './resume-state.ts'
import { chooseTrack, currentTrack, NOTHING_CHOSEN, stepForward, withShuffle } from '../order/play-order.ts'
import { upcomingOf, withQueued } from '../order/upcoming.ts'
import type { ResumeState } from './player.ts'
import { silence } from './playback/player-state.ts'
import type { Track } from '#features/tracks/index.ts'

const trackNamed = (name: string): Track => ({
  id: name,
  title: name,
  artist: 'Album',
  album: 'Album',
  file: `${name}.mp3`,
  coverUrl: '/default-album.jpg',
  durationSeconds: 60,
  isExclusive: false,
})

/** Everything but the keys, which are made anew. */
function withoutKeys(state: ResumeState | undefined) {
  if (!state) return undefined
  const { order, positionSeconds } = state
  const { queued, following } = upcomingOf(order)
  return {
    ...order,
    list: order.list.map(({ track }) => track),
    order: order.order.map(({ track }) => track),
    queue: queued.map(({ track }) => track),
    following: following.map(({ track }) => track),
    current: currentTrack(order),
    positionSeconds,
  }
}

const album = ['a', 'b', 'c', 'd'].map(trackNamed)

describe('what a listener left off', () => {
  test('comes back as it was: shuffled order, queue, the track in between and the second', () => {
    const chosen = chooseTrack({ ...NOTHING_CHOSEN, repeat: 'all' }, album, trackNamed('b'))
    const queued = withQueued(withShuffle(chosen, true), [trackNamed('x'), trackNamed('c')], 'last')
    const order = stepForward(queued)
    if (!order) throw new Error('Nothing plays')
    const resumeState = { order, positionSeconds: 31.5 }
    const restored = parseResumeState(serializeResumeState(resumeState, 'mara'), 'mara')
    expect(withoutKeys(restored)).toEqual(withoutKeys(resumeState))
  })

  test('comes back from what an earlier version has stored', () => {
    const resumeState = { order: chooseTrack(NOTHING_CHOSEN, album, trackNamed('b')), positionSeconds: 12 }
    const stored = serializeResumeState(resumeState, 'mara')?.replaceAll('durationSeconds', 'duration')
    expect(stored).toContain('"duration":60')
    expect(withoutKeys(parseResumeState(stored, 'mara'))).toEqual(withoutKeys(resumeState))
  })

  test('is nothing when nothing was chosen', () => {
    expect(serializeResumeState({ order: NOTHING_CHOSEN, positionSeconds: 0 }, 'mara')).toBeUndefined()
  })

  test('is not restored for another account', () => {
    const resumeState = { order: chooseTrack(NOTHING_CHOSEN, album, trackNamed('b')), positionSeconds: 12 }
    expect(parseResumeState(serializeResumeState(resumeState, 'mara'), 'tom')).toBeUndefined()
  })

  test.each([
    ['nothing', undefined],
    ['no JSON', '{'],
    ['another shape', '{"list":[]}'],
    [
      'a place outside the list',
      '{"userId":"mara","list":[],"places":[],"position":0,"queue":[],"repeat":"off","isShuffled":false,"positionSeconds":1}',
    ],
  ])('is not read from %s', (_case, text) => {
    expect(parseResumeState(text, 'mara')).toBeUndefined()
  })

  test('is written at every change and every three seconds', () => {
    const now = silence(0.7)
    expect(hasChangedSince({ ...now, positionSeconds: 2.5 }, now)).toBe(false)
    expect(hasChangedSince({ ...now, positionSeconds: 3 }, now)).toBe(true)
    expect(hasChangedSince({ ...now, status: 'paused' }, now)).toBe(true)
    expect(hasChangedSince({ ...now, order: { ...now.order } }, now)).toBe(true)
  })
})
