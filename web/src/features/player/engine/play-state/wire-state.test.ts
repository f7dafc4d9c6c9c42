import { QUEUE_MAX } from '@tonarchiv/contract/play-state'
import { describe, expect, test } from 'vitest'
import { chooseTrack, currentTrack, entryOf, NOTHING_CHOSEN, withShuffle } from '../../order/play-order.ts'
import { upcomingOf, withQueued } from '../../order/upcoming.ts'
import { trackNamed } from '../silent-player.ts'
import { mergedQueue, savedStateOf } from './wire-state.ts'

const many = (count: number) => Array.from({ length: count }, (_, index) => trackNamed(`t${index}`))

test('nothing is saved of an empty player', () => {
  expect(savedStateOf({ order: NOTHING_CHOSEN, positionSeconds: 0 })).toBeNull()
})

test.each([false, true])(
  'of a list that is too long what comes next is saved (shuffled: %s)',
  (isShuffled) => {
    const tracks = many(QUEUE_MAX + 1000)
    const [, second] = tracks
    if (!second) throw new Error('The list is empty')
    const chosen = withShuffle(chooseTrack(NOTHING_CHOSEN, tracks, second), isShuffled)
    const order = { ...withQueued(chosen, many(10), 'last'), position: 500 }
    const saved = savedStateOf({ order, positionSeconds: 3 })
    if (!saved) throw new Error('Nothing was saved')
    expect(saved.list.length + saved.queued.length).toBe(QUEUE_MAX)
    const played = (saved.order ?? saved.list.map((_, index) => index)).map((index) => saved.list[index])
    expect(played[saved.position]).toBe(currentTrack(order)?.id)
    const coming = upcomingOf(order).following.map(({ track }) => track.id)
    expect(played.slice(saved.position + 1)).toEqual(coming.slice(0, played.length - saved.position - 1))
  },
)

describe('a queue that two devices have changed', () => {
  const [a, b, c, d] = many(4).map(entryOf)
  if (!a || !b || !c || !d) throw new Error('Four entries')
  const base = new Set([a.key, b.key])

  test.each([
    ['has what both have added', [a, b, c], [a, b, d], [a, b, c, d]],
    ['loses what either has played', [b], [a, b], [b]],
    ['loses what the other has played', [a, b], [b], [b]],
    ['keeps an addition beside a removal', [b, c], [a], [c]],
    ['has the order of this device', [b, a], [a, b], [b, a]],
  ])('%s', (_case, mine, theirs, merged) => {
    expect(mergedQueue(base, mine, theirs)).toEqual(merged)
  })
})
