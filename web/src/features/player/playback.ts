import type { StoreApi } from 'zustand/vanilla'
import { afterFailure } from './after-failure.ts'
import { createSound, type AudioElement, type SoundFailure } from './audio.ts'
import { countHeardTime } from './heard-time.ts'
import { isSounding, type PlayerState } from './player-state.ts'
import type { PlayerTrack } from './track.ts'

/** Milliseconds without sound before a track counts as not loadable. Spec §9. */
export const LOADING_TIMEOUT = 15_000

/** What the player tells: presence, plays and scrobbling live on it. */
export interface Announcement {
  /** `listened`: 30 s were really heard. */
  type: 'started' | 'listened' | 'paused' | 'ended'
  track: PlayerTrack
  positionSeconds: number
}

export interface PlaybackParts {
  element: AudioElement
  /** The address of a track's bytes; `isFresh` asks for one that cannot have expired. */
  streamAddress: (file: string, isFresh: boolean) => Promise<string>
  isOnline: () => boolean
}

interface PlaybackEvents {
  announce: (announcement: Announcement) => void
  /** The track came to its end by itself. */
  onEnded: () => void
  /** The track does not play; the player goes on or rests. */
  onFailed: (step: 'next' | 'stop') => void
}

/** One track at a time: opens its address, waits for it, asks again, and keeps the state's times and status. */
export interface Playback {
  /** Plays the state's track from its position. */
  start: () => void
  /** Goes on where it stands. */
  resume: () => void
  pause: () => void
  /** Goes on from this second, without a pause. */
  seek: (seconds: number) => void
  /** Silent at the beginning of the track. */
  rest: () => void
  setVolume: (volume: number, isMuted: boolean) => void
  close: () => void
}

export function createPlayback(
  state: StoreApi<PlayerState>,
  { element, streamAddress, isOnline }: PlaybackParts,
  { announce, onEnded, onFailed }: PlaybackEvents,
): Playback {
  const get = () => state.getState()
  const heard = countHeardTime()
  /** Counts the loads, so that a late answer to an earlier one is not taken for the current one's. */
  let load = 0
  /** The element holds the current track and can go on with it. */
  let isOpen = false
  let isRetry = false
  let failuresInARow = 0
  let hasStarted = false
  let patience: ReturnType<typeof setTimeout> | undefined

  const sound = createSound(element, {
    onTime(positionSeconds) {
      if (!isOpen) return
      state.setState({ positionSeconds })
      if (get().status === 'playing' && heard.at(positionSeconds)) tell('listened')
    },
    onLength: (durationSeconds) => isOpen && state.setState({ durationSeconds }),
    onBuffered: (bufferedSeconds) => isOpen && state.setState({ bufferedSeconds }),
    onPlaying() {
      clearTimeout(patience)
      isRetry = false
      failuresInARow = 0
      state.setState({ status: 'playing' })
      if (!hasStarted) tell('started')
      hasStarted = true
    },
    onWaiting() {
      if (get().status === 'playing') waitForSound('buffering')
    },
    onPaused() {
      if (isOpen && isSounding(get().status)) fallSilent()
    },
    onJump: heard.jump,
    onEnded() {
      tell('ended')
      hasStarted = false
      heard.restart()
      onEnded()
    },
    onFailure: giveUp,
  })

  function tell(type: Announcement['type']) {
    const { track, positionSeconds } = get()
    if (track) announce({ type, track, positionSeconds })
  }

  function waitForSound(status: 'loading' | 'buffering') {
    clearTimeout(patience)
    patience = setTimeout(() => giveUp('timeout'), LOADING_TIMEOUT)
    state.setState({ status })
  }

  function fallSilent() {
    clearTimeout(patience)
    state.setState({ status: 'paused' })
    if (hasStarted) tell('paused')
    hasStarted = false
  }

  async function open(isFresh: boolean) {
    const { track } = get()
    if (track?.file === undefined) return
    load += 1
    const mine = load
    if (isOpen) sound.pause()
    isOpen = false
    waitForSound('loading')
    try {
      const address = await streamAddress(track.file, isFresh)
      if (mine !== load) return
      isOpen = true
      sound.open(address, get().positionSeconds)
      sound.play()
    } catch {
      if (mine === load) giveUp('network')
    }
  }

  function giveUp(failure: SoundFailure | 'timeout') {
    if (!isSounding(get().status)) {
      // Nobody waits for it: the next press on play opens it anew.
      isOpen = false
      return
    }
    const step = afterFailure({
      failure,
      isRetry,
      failuresInARow: failuresInARow + 1,
      isOnline: isOnline(),
    })
    if (step === 'ignore') return
    if (step === 'retry') {
      isRetry = true
      void open(true)
      return
    }
    failuresInARow = step === 'stop' ? 0 : failuresInARow + 1
    close()
    fallSilent()
    onFailed(step)
  }

  function close() {
    clearTimeout(patience)
    load += 1
    isOpen = false
    sound.close()
  }

  return {
    setVolume: sound.setVolume,
    start() {
      isRetry = false
      hasStarted = false
      heard.restart()
      void open(false)
    },
    resume() {
      isRetry = false
      failuresInARow = 0
      if (!isOpen) {
        void open(false)
        return
      }
      waitForSound('loading')
      sound.play()
    },
    pause() {
      if (!isSounding(get().status)) return
      // Without an open file its address is still on the way; it must not begin when it arrives.
      if (isOpen) sound.pause()
      else load += 1
      fallSilent()
    },
    seek(seconds) {
      state.setState({ positionSeconds: seconds })
      if (isOpen) sound.seek(seconds)
    },
    rest() {
      if (isOpen) {
        sound.pause()
        sound.seek(0)
      } else load += 1
      fallSilent()
      heard.restart()
      state.setState({ positionSeconds: 0 })
    },
    close() {
      if (isSounding(get().status)) fallSilent()
      close()
    },
  }
}
