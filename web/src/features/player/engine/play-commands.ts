import type { StoreApi } from 'zustand/vanilla'
import { chooseList, chooseTrack, stepBack, stepForward, type PlaySource } from '../order/play-order.ts'
import { isPlayable, type Track } from '#features/tracks/index.ts'
import type { PlayChecks } from './play-checks.ts'
import type { Playback } from './playback/playback-commands.ts'
import { isSounding, type PlayerState } from './playback/player-state.ts'
import type { Turns } from './turns.ts'

/** When more seconds than this have been played, "previous" restarts the current track. See docs/product.md §8.2. */
export const PREVIOUS_RESTARTS_AFTER = 3

export interface PlayCommands {
  /**
   * Plays this track of a list; pauses it if it is playing, resumes it if it is paused. `source` names the list in the
   * queue view. See docs/product.md §8.1.
   */
  choose: (list: readonly Track[], track: Track, source?: PlaySource) => void
  /** Plays a list from its beginning, or in random order; switches shuffle on or off accordingly. */
  playAll: (list: readonly Track[], options: { isShuffled: boolean; source?: PlaySource }) => void
  toggle: () => void
  /** Plays the next track. After the last track, playback stops. */
  next: () => void
  previous: () => void
  /** 0 to 100. */
  seekToPercent: (percent: number) => void
  seekToSeconds: (seconds: number) => void
}

export function createPlayCommands(
  state: StoreApi<PlayerState>,
  playback: Pick<Playback, 'pause' | 'resume' | 'seek'>,
  { playFrom, playOrRest }: Pick<Turns, 'playFrom' | 'playOrRest'>,
  { isRefused, isUnplayable }: PlayChecks,
): PlayCommands {
  const get = () => state.getState()

  function toggle() {
    const { status, track, order } = get()
    if (!track) {
      // No track was chosen yet, but tracks may have been queued: the first of them is played.
      if (!isRefused()) playOrRest(stepForward(order))
      return
    }
    if (isSounding(status)) playback.pause()
    else if (!isRefused()) playback.resume()
  }

  function seekToSeconds(seconds: number) {
    const { track, durationSeconds } = get()
    if (track && Number.isFinite(seconds)) playback.seek(Math.min(Math.max(0, seconds), durationSeconds))
  }

  return {
    toggle,
    seekToSeconds,
    seekToPercent: (percent) => seekToSeconds((percent / 100) * get().durationSeconds),
    choose(list, track, source) {
      if (get().track?.id === track.id && isPlayable(track)) toggle()
      else if (isUnplayable(track)) return
      else if (!isRefused()) playFrom(chooseTrack(get().order, list, track, { source }))
    },
    playAll(list, { isShuffled, source }) {
      const order = chooseList(get().order, list, isShuffled, { source })
      const [first] = order === undefined ? list.filter(isPlayable) : []
      if (first) isUnplayable(first)
      else if (order && !isRefused()) playFrom(order)
    },
    next: () => playOrRest(stepForward(get().order)),
    previous() {
      const { order, positionSeconds } = get()
      const before = positionSeconds > PREVIOUS_RESTARTS_AFTER ? undefined : stepBack(order)
      if (before) playFrom(before)
      else seekToSeconds(0)
    },
  }
}
