import { expect, test } from 'vitest'
import type { Track } from '#features/tracks/index.ts'
import { entryOf, NOTHING_CHOSEN, type PlayOrder } from '../../order/play-order.ts'
import { crossfadeBetween } from './crossfade-between.ts'

const CHOSEN = 8

function trackOf(album: string, id: string, durationSeconds = 100): Track {
  return {
    id,
    title: id,
    artist: 'Nordlicht Süd',
    album,
    file: `${id}.mp3`,
    coverUrl: '/default-album.jpg',
    durationSeconds,
    isExclusive: false,
  }
}

const missing = (album: string, id: string): Track => {
  const { file: _, ...track } = trackOf(album, id)
  return track
}

const [first, second, third] = [trackOf('A', 'a1'), trackOf('A', 'a2'), trackOf('A', 'a3')]
const other = trackOf('B', 'b1')

/** A play order with these tracks; the first of them is the current one. */
function orderOf(tracks: readonly Track[], given: Partial<PlayOrder> = {}): PlayOrder {
  const list = tracks.map(entryOf)
  return { ...NOTHING_CHOSEN, list, order: list, position: 0, ...given }
}

const queued = (...tracks: Track[]): Partial<PlayOrder> => ({ queue: tracks.map(entryOf) })

test('an album that is played in its order has no crossfade, also over a track that cannot be played', () => {
  expect(crossfadeBetween(orderOf([first, second]), CHOSEN)).toBe(0)
  expect(crossfadeBetween(orderOf([first, missing('A', 'a9'), second]), CHOSEN)).toBe(0)
  expect(crossfadeBetween(orderOf([first, second, third], queued(second)), CHOSEN)).toBe(0)
  // Both the current track and the next one were queued, as consecutive tracks of an album.
  expect(crossfadeBetween(orderOf([other], { ...queued(second), inBetween: first }), CHOSEN)).toBe(0)
})

test('tracks of different albums fade into each other, and so do those of one album out of its order', () => {
  expect(crossfadeBetween(orderOf([first, other]), CHOSEN)).toBe(CHOSEN)
  expect(crossfadeBetween(orderOf([first, second], queued(other)), CHOSEN)).toBe(CHOSEN)
  expect(crossfadeBetween(orderOf([second, third], { inBetween: first }), CHOSEN)).toBe(CHOSEN)
  expect(crossfadeBetween(orderOf([first, second, third], { isShuffled: true }), CHOSEN)).toBe(CHOSEN)
  expect(crossfadeBetween(orderOf([first, second], queued(third)), CHOSEN)).toBe(CHOSEN)
  expect(crossfadeBetween(orderOf([first, other, second], queued(second)), CHOSEN)).toBe(CHOSEN)
  const atItsEnd = orderOf([first, second], { position: 1, repeat: 'all' })
  expect(crossfadeBetween(atItsEnd, CHOSEN)).toBe(CHOSEN)
})

test('ids of albums count where they are known, and tracks without an album belong to none', () => {
  const live = (id: string, albumId: string): Track => ({ ...trackOf('Live', id), albumId })
  const [one, same, namesake] = [live('1', 'x'), live('2', 'x'), live('3', 'y')]
  expect(crossfadeBetween(orderOf([one, same]), CHOSEN)).toBe(0)
  expect(crossfadeBetween(orderOf([one, namesake]), CHOSEN)).toBe(CHOSEN)
  expect(crossfadeBetween(orderOf([trackOf('', 'c'), trackOf('', 'd')]), CHOSEN)).toBe(CHOSEN)
})

test('nothing fades out into nothing, or into itself', () => {
  expect(crossfadeBetween(NOTHING_CHOSEN, CHOSEN)).toBe(0)
  expect(crossfadeBetween(orderOf([first]), CHOSEN)).toBe(0)
  expect(crossfadeBetween(orderOf([first, other], { position: 1 }), CHOSEN)).toBe(0)
  expect(crossfadeBetween(orderOf([first, other], { repeat: 'one' }), CHOSEN)).toBe(0)
  expect(crossfadeBetween(orderOf([first], { repeat: 'all' }), CHOSEN)).toBe(0)
  expect(crossfadeBetween(orderOf([first, other]), 0)).toBe(0)
})

test('a crossfade takes at most a third of the shorter track, and is left out where nothing would be heard of it', () => {
  expect(crossfadeBetween(orderOf([first, trackOf('B', 'short', 12)]), CHOSEN)).toBe(4)
  expect(crossfadeBetween(orderOf([trackOf('B', 'short', 12), first]), 12)).toBe(4)
  expect(crossfadeBetween(orderOf([first, trackOf('B', 'jingle', 1)]), CHOSEN)).toBe(0)
})
