import { keyRequired } from '@tonarchiv/contract/refusal'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { trackCount } from '#features/tracks/index.ts'
import {
  addToQueue,
  chooseList,
  chooseTrack,
  currentTrack,
  moveInQueue,
  removeFromQueue,
  repeatAfter,
  stepBack,
  stepForward,
  playFromQueue,
  trackAfter,
  withShuffle,
  withSongList,
  type PlayOrder,
} from '../order/play-order.ts'
import { createPlayback, type PlaybackEvent, type PlaybackDependencies } from './playback.ts'
import { isSounding, silence, type PlayerState } from './player-state.ts'
import { isPlayable, type Track } from '#features/tracks/index.ts'
import { unplayableFormat } from './unplayable-format.ts'
import { acceptedVolume } from './volume.ts'

/** Past this second "previous" starts the track again. See docs/product.md §8.2. */
export const PREVIOUS_RESTARTS_AFTER = 3

/** What a short message is about; decides its sign. */
export type Subject = 'repeat' | 'repeatOne' | 'shuffle' | 'queue'

/** What the player needs from around it. */
export interface PlayerDependencies extends PlaybackDependencies {
  isLoggedIn: () => boolean
  firstVolume: number
  /** What was played before the page was loaded anew; it waits where it stood. */
  resumeState?: ResumeState | undefined
  saveVolume: (volume: number) => void
  /** The beginning of the archive's songs, in its order. */
  songList: () => Promise<readonly Track[]>
  /** Whether the browser plays this media type; it may well not know before it tries. */
  canPlay: (type: string) => boolean
  showMessage: (text: string, about: Subject) => void
  showError: (text: string) => void
}

/** Where a listener left off. */
export type ResumeState = Pick<PlayerState, 'order' | 'positionSeconds'>

export interface Player {
  state: StoreApi<PlayerState>
  /** Plays this track of a list; the playing one it pauses, the paused one goes on. See docs/product.md §8.1. */
  choose: (list: readonly Track[], track: Track) => void
  /** Plays a list from its beginning, or all of it in a random order; shuffle is on or off accordingly. */
  playAll: (list: readonly Track[], options: { isShuffled: boolean }) => void
  toggle: () => void
  pause: () => void
  /** The next track of the order; after the last one it rests. */
  next: () => void
  previous: () => void
  /** 0 to 100. */
  seekToPercent: (percent: number) => void
  seekToSeconds: (seconds: number) => void
  setVolume: (volume: number) => void
  toggleMute: () => void
  cycleRepeat: () => void
  toggleShuffle: () => void
  enqueue: (track: Track) => void
  /** Puts the playable tracks of a list at the end of the queue. */
  enqueueAll: (list: readonly Track[]) => void
  /** This track may be chosen soon. */
  ready: (track: Track) => void
  /** By the key of its entry, like the two below. */
  playQueued: (key: number) => void
  removeQueued: (key: number) => void
  /** Puts it at this place, counted from 0. */
  moveQueued: (key: number, to: number) => void
  /** Silence, as before the first track; for leaving. */
  stop: () => void
  /** Returns the way to stop listening. */
  listen: (listener: (announcement: PlaybackEvent) => void) => () => void
}

export function createPlayer({
  isLoggedIn,
  firstVolume,
  resumeState,
  saveVolume,
  songList,
  canPlay,
  showMessage,
  showError,
  ...dependencies
}: PlayerDependencies): Player {
  const state = createStore<PlayerState>(() => ({
    ...silence(firstVolume),
    ...(resumeState && waiting(resumeState)),
  }))
  const get = () => state.getState()
  const listeners = new Set<(announcement: PlaybackEvent) => void>()
  let audibleVolume = firstVolume

  const playback = createPlayback(state, dependencies, {
    announce: (announcement) => listeners.forEach((listener) => listener(announcement)),
    onEnded() {
      const { order } = get()
      if (order.repeat === 'one') playback.again()
      else playOrRest(stepForward(order))
    },
    onFailed(step, loadOutcome) {
      const { order, track } = get()
      const unplayable = loadOutcome === 'there' ? unplayableFormat(track?.file ?? '', canPlay) : undefined
      showError(
        loadOutcome === 'refused' ? keyRequired.text : (unplayable ?? 'Fehler beim Abspielen des Tracks'),
      )
      const following = step === 'next' ? stepForward(order) : undefined
      // An order of one playable track would only fail again.
      if (following && !isAtSamePosition(following, order)) playFrom(following, true)
    },
  })
  playback.setVolume(firstVolume, false)
  setOrder(get().order)
  void findSongs(get().order)

  function setOrder(order: PlayOrder) {
    state.setState({ order })
    playback.expect(trackAfter(order))
  }

  /** Without an album it goes on in the song list. See docs/product.md §8.2. */
  async function findSongs(order: PlayOrder) {
    if (order.inBetween === undefined || order.list.length > 0) return
    try {
      const songs = await songList()
      setOrder(withSongList(get().order, songs))
    } catch {
      // Then it stops after this track.
    }
  }

  /** Plays the track at which this order stands. */
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
    playback.expect(trackAfter(order))
    void findSongs(order)
  }

  function playOrRest(order: PlayOrder | undefined) {
    if (order) playFrom(order)
    else if (get().track) playback.rest()
  }

  function isRefused(): boolean {
    if (isLoggedIn()) return false
    showError('Nicht angemeldet')
    return true
  }

  function toggle() {
    const { status, track, order } = get()
    if (!track) {
      // Nothing was chosen, but something may wait in the queue.
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

  function setVolume(given: number) {
    const volume = acceptedVolume(given)
    if (volume === undefined) return
    if (volume > 0) audibleVolume = volume
    state.setState({ volume, isMuted: false })
    playback.setVolume(volume, false)
    saveVolume(volume)
  }

  return {
    state,
    toggle,
    pause: playback.pause,
    seekToSeconds,
    seekToPercent: (percent) => seekToSeconds((percent / 100) * get().durationSeconds),
    setVolume,
    choose(list, track) {
      if (!isPlayable(track)) return
      if (get().track?.id === track.id) toggle()
      else if (!isRefused()) playFrom(chooseTrack(get().order, list, track))
    },
    playAll(list, { isShuffled }) {
      const order = chooseList(get().order, list, isShuffled)
      if (order && !isRefused()) playFrom(order)
    },
    next: () => playOrRest(stepForward(get().order)),
    previous() {
      const { order, positionSeconds } = get()
      const before = positionSeconds > PREVIOUS_RESTARTS_AFTER ? undefined : stepBack(order)
      if (before) playFrom(before)
      else seekToSeconds(0)
    },
    toggleMute() {
      const { isMuted, volume } = get()
      if (!isMuted && volume === 0) {
        setVolume(audibleVolume)
        return
      }
      state.setState({ isMuted: !isMuted })
      playback.setVolume(volume, !isMuted)
    },
    cycleRepeat() {
      const { order } = get()
      const repeat = repeatAfter(order.repeat)
      setOrder({ ...order, repeat })
      showMessage(
        { off: 'Repeat aus', all: 'Alle wiederholen', one: 'Track wiederholen' }[repeat],
        repeat === 'one' ? 'repeatOne' : 'repeat',
      )
    },
    toggleShuffle() {
      const order = withShuffle(get().order, !get().order.isShuffled)
      setOrder(order)
      showMessage(order.isShuffled ? 'Shuffle an' : 'Shuffle aus', 'shuffle')
    },
    enqueue(track) {
      if (!isPlayable(track)) return
      setOrder(addToQueue(get().order, track))
      showMessage(`Warteschlange: ${track.title} hinzugefügt`, 'queue')
    },
    enqueueAll(list) {
      const playable = list.filter(isPlayable)
      if (playable.length === 0) return
      setOrder(playable.reduce(addToQueue, get().order))
      showMessage(`Warteschlange: ${trackCount(playable.length)} hinzugefügt`, 'queue')
    },
    ready(track) {
      if (isPlayable(track) && isLoggedIn()) playback.ready(track)
    },
    playQueued(key) {
      const order = playFromQueue(get().order, key)
      if (order && !isRefused()) playFrom(order)
    },
    removeQueued: (key) => setOrder(removeFromQueue(get().order, key)),
    moveQueued: (key, to) => setOrder(moveInQueue(get().order, key, to)),
    stop() {
      playback.close()
      playback.expect(undefined)
      const { volume, isMuted } = get()
      state.setState({ ...silence(volume), isMuted })
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function isAtSamePosition(one: PlayOrder, other: PlayOrder): boolean {
  return one.position === other.position && one.inBetween === other.inBetween
}

/** Paused where the listener left off. */
function waiting({ order, positionSeconds }: ResumeState): Partial<PlayerState> {
  const track = currentTrack(order)
  if (!track) return { order }
  return { order, track, status: 'paused', positionSeconds, durationSeconds: track.durationSeconds }
}
