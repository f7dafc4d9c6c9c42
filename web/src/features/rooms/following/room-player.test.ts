import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { PlayerState } from '#features/player/index.ts'
import { NOTHING_CHOSEN } from '#features/player/index.ts'
import type { Track } from '#features/tracks/index.ts'
import type { FollowedRoom } from './follower.ts'
import { createRoomPlayer, followedEntry } from './room-player.ts'

const trackOf = (id: string): Track => ({
  id,
  title: id,
  artist: 'Nordlicht Süd',
  album: 'Nordlicht Süd',
  file: `${id}.mp3`,
  coverUrl: '/default-album.jpg',
  durationSeconds: 100,
  isExclusive: false,
})
const tracks = new Map(['a', 'b', 'c'].map((id) => [`entry-${id}`, trackOf(id)]))
const entry = (id: string) => followedEntry({ id, durationMs: 100_000 }, tracks.get(id))

const roomOf = (current: string, next?: string): FollowedRoom => ({
  playback: { entryId: current, isPlaying: true, positionMs: 0, at: 0 },
  entry: entry(current),
  next: next === undefined ? undefined : entry(next),
})

function setUp() {
  const state = createStore<PlayerState>(() => ({
    order: NOTHING_CHOSEN,
    track: undefined,
    status: 'empty',
    positionSeconds: 0,
    durationSeconds: 0,
    bufferedSeconds: 0,
    volume: 1,
    isMuted: false,
    rate: 1,
    needsPress: false,
    isFollowing: true,
  }))
  const orders: string[] = []
  const setOrder = (order: PlayerState['order']) => {
    orders.push(order.order.map(({ key }) => key).join(' '))
    state.setState({ order })
  }
  const nothing = () => undefined
  const player = createRoomPlayer(
    {
      state,
      pause: nothing,
      seekToSeconds: nothing,
      setOrder,
      beginFollowing: nothing,
      endFollowing: nothing,
      cue: setOrder,
      playCued: nothing,
      soundNow: () => ({ is: 'closed' }),
      correctRate: nothing,
    },
    () => ({ source: { title: 'Zweite Halbzeit', path: '/rooms/1' }, trackOf: (id) => tracks.get(id) }),
  )
  return { player, orders, state }
}

test('the player gets the room’s entry and the one that follows it', () => {
  const { player, orders, state } = setUp()
  player.cue(roomOf('entry-a', 'entry-b'), 3)
  expect(orders).toEqual(['entry-a entry-b'])
  expect(player.entryId()).toBe('entry-a')
  expect(state.getState().order).toMatchObject({ repeat: 'off', isShuffled: false })
})

test('an entry that the member may not hear is not prepared', () => {
  const { player, orders } = setUp()
  expect(entry('entry-locked').isPlayable).toBe(false)
  player.cue(roomOf('entry-a', 'entry-locked'), 0)
  player.cue(roomOf('entry-locked', 'entry-a'), 0)
  expect(orders).toEqual(['entry-a'])
})

test('another next entry replaces the prepared one, and the same one does not', () => {
  const { player, orders, state } = setUp()
  player.cue(roomOf('entry-a', 'entry-b'), 0)
  player.prepareNext(roomOf('entry-a', 'entry-b'))
  player.prepareNext(roomOf('entry-a', 'entry-c'))
  expect(orders).toEqual(['entry-a entry-b', 'entry-a entry-c'])
  // The player has gone on to the next entry by itself, before the state of the room has changed.
  state.setState({ order: { ...state.getState().order, position: 1 } })
  expect(player.entryId()).toBe('entry-c')
  player.prepareNext(roomOf('entry-c'))
  expect(orders).toHaveLength(2)
})
