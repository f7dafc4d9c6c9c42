import type { StoreApi } from 'zustand/vanilla'
import { currentTrack, trackAfter, withSongList, type PlayOrder } from '../order/play-order.ts'
import type { Track } from '#features/tracks/index.ts'
import type { Playback } from './playback/playback-commands.ts'
import type { PlayerState } from './playback/player-state.ts'

/** Connects the play order and the playback: which track plays now, and which one follows. */
export interface Turns {
  setOrder: (order: PlayOrder) => void
  /** Plays the current track of this order. */
  playFrom: (order: PlayOrder, isAfterFailure?: boolean) => void
  /** Plays the current track of this order. If there is no order, the track that is playing stops at its beginning. */
  playOrRest: (order: PlayOrder | undefined) => void
  /** Call this when the next track, or the crossfade to it, has changed. */
  expectNext: () => void
}

export function createTurns(
  state: StoreApi<PlayerState>,
  playback: Playback,
  songList: () => Promise<readonly Track[]>,
  crossfadeIn: (order: PlayOrder) => number,
): Turns {
  const get = () => state.getState()

  function expectNext() {
    const { order } = get()
    playback.expect(trackAfter(order))
    playback.setCrossfade(crossfadeIn(order))
  }

  function setOrder(order: PlayOrder) {
    state.setState({ order })
    expectNext()
  }

  /**
   * If the only track comes from the queue and no list was chosen, playback continues with the list of all songs. See
   * docs/product.md §8.2.
   */
  async function findSongs(order: PlayOrder) {
    if (order.inBetween === undefined || order.list.length > 0) return
    try {
      const songs = await songList()
      setOrder(withSongList(get().order, songs))
    } catch {
      // If the song list cannot be loaded, playback stops after this track.
    }
  }

  function playFrom(order: PlayOrder, isAfterFailure = false) {
    const track = currentTrack(order)
    if (!track) return
    state.setState({
      order,
      track,
      positionSeconds: 0,
      durationSeconds: track.durationSeconds,
      bufferedSeconds: 0,
    })
    playback.start(isAfterFailure)
    expectNext()
    void findSongs(order)
  }

  return {
    setOrder,
    playFrom,
    expectNext,
    playOrRest(order) {
      if (order) playFrom(order)
      else if (get().track) playback.rest()
    },
  }
}
