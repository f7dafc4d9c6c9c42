import { expect, test } from 'vitest'
import type { PlayableTrack } from '#features/tracks/index.ts'
import { bodyOf, isLikedAfter, isLikeOf, likedTrackOf, likeOf, withChanges } from './liked.ts'

const track = (name: string): PlayableTrack => ({
  id: `id-${name}`,
  title: name,
  artist: 'Nordlicht Süd',
  album: 'Nordlicht Süd',
  file: `${name}.mp3`,
  coverUrl: '/api/cover/a.jpg',
  durationSeconds: 12,
  isExclusive: false,
})
const like = (name: string) => likeOf(track(name), new Date(0))
const removal = (name: string) => ({ ...likedTrackOf(track(name)), isLiked: false }) as const
const titles = (list: ReturnType<typeof withChanges>) => list.map(({ item_data }) => item_data.title)
const kept = withChanges([], [like('alt'), like('neu')])

test('a like is known by the address of its track', () => {
  expect(like('messing').itemId).toBe('/api/stream/messing.mp3')
})

test('a like goes out with what is known of its track', () => {
  expect(bodyOf(like('messing'))).toEqual({
    item_type: 'track',
    item_id: '/api/stream/messing.mp3',
    item_data: {
      url: '/api/stream/messing.mp3',
      title: 'messing',
      artist: 'Nordlicht Süd',
      album: 'Nordlicht Süd',
      coverUrl: '/api/cover/a.jpg',
    },
  })
})

test.each([
  ['nothing changes without changes', [], ['neu', 'alt']],
  ['a new like comes first', [like('messing')], ['messing', 'neu', 'alt']],
  ['a like of what is liked changes nothing', [like('alt')], ['neu', 'alt']],
  ['what is taken back is gone', [removal('neu')], ['alt']],
  ['taking back what is not liked changes nothing', [removal('messing')], ['neu', 'alt']],
  ['the last word counts', [like('messing'), removal('messing')], ['neu', 'alt']],
  ['liked again it comes first', [removal('alt'), like('alt')], ['alt', 'neu']],
])('%s', (_case, changes, expected) => {
  expect(titles(withChanges(kept, changes))).toEqual(expected)
})

test.each([
  [true, [], true],
  [false, [like('neu')], true],
  [true, [removal('neu')], false],
  [true, [removal('alt')], true],
  [true, [removal('neu'), like('neu')], true],
])('a heart that is set (%s) shows the newest change of its own track', (isLiked, changes, expected) => {
  expect(isLikedAfter(isLiked, likedTrackOf(track('neu')), changes)).toBe(expected)
})

test('a track stays liked, and can be unliked, when its file is replaced by one with another address', () => {
  const [liked] = withChanges([], [like('neu')])
  const replaced = { ...track('neu'), file: 'neu.flac' }
  const removed = { ...likedTrackOf(replaced), isLiked: false } as const
  expect(isLikeOf(liked ?? like('alt').favorite, likedTrackOf(replaced))).toBe(true)
  expect(isLikedAfter(false, likedTrackOf(replaced), [like('neu')])).toBe(true)
  expect(titles(withChanges(kept, [removed]))).toEqual(['alt'])
  expect(withChanges(kept, [likeOf(replaced)])).toEqual(kept)
})
