import type { StoreApi } from 'zustand/vanilla'
import { afterFailure, type LoadOutcome } from './after-failure.ts'
import { createSound, type AudioElements, type SoundFailure } from './audio.ts'
import { countPlayedTime } from './played-time.ts'
import { watchConnection } from './connection-watch.ts'
import { createLoadAhead, hasRoom } from './load-ahead.ts'
import { isSounding, type PlayerState } from './player-state.ts'
import { countRetries, OVERCOME_AFTER } from './retries.ts'
import type { Track } from '#features/tracks/index.ts'

/** Milliseconds without sound before a track counts as not loadable. See docs/product.md §8.6. */
export const LOADING_TIMEOUT = 15_000
/** Seconds by which a file may call itself shorter than the archive does and still be believed to end there. */
const LENGTH_SLACK = 0.3

/** What the player tells: presence, plays and scrobbling live on it. */
export interface PlaybackEvent {
  /** `listened`: 30 s were really heard. */
  type: 'started' | 'listened' | 'paused' | 'ended'
  track: Track
  positionSeconds: number
}

export interface PlaybackDependencies {
  elements: AudioElements
  /** The address of a track's bytes; `isFresh` requests one that cannot have expired. */
  streamUrl: (file: string, isFresh: boolean) => Promise<string> | string
  /** What the server says about a file that does not play. */
  probeTrack: (file: string) => Promise<LoadOutcome>
  /** Calls back whenever the browser is on line again. */
  onOnline: (back: () => void) => void
}

interface PlaybackEvents {
  announce: (announcement: PlaybackEvent) => void
  /** The track came to its end by itself. */
  onEnded: () => void
  /** The track does not play: the player goes on, rests, or has given up waiting for the line. */
  onFailed: (step: 'next' | 'stop' | 'wait', loadOutcome: LoadOutcome) => void
}

/** One track at a time: opens its address, waits for it, requests again, and keeps the state's times and status. */
export interface Playback {
  /** Plays the state's track from its position; after a failure the player requests it, else the listener. */
  start: (isAfterFailure?: boolean) => void
  /** Plays the same track from its beginning, after its end. */
  again: () => void
  /** Goes on where it stands. */
  resume: () => void
  pause: () => void
  /** Goes on from this second, without a pause. */
  seek: (seconds: number) => void
  /** Silent at the beginning of the track. */
  rest: () => void
  /** What comes next as things stand: it is loaded ahead once there is room on the line. */
  expect: (track: Track | undefined) => void
  /** This track may be started soon: its beginning is loaded, unless what plays needs the line. */
  ready: (track: Track) => void
  setVolume: (volume: number, isMuted: boolean) => void
  close: () => void
}

export function createPlayback(
  state: StoreApi<PlayerState>,
  { elements, streamUrl, probeTrack, onOnline }: PlaybackDependencies,
  { announce, onEnded, onFailed }: PlaybackEvents,
): Playback {
  const get = () => state.getState()
  const played = countPlayedTime()
  /** Counts what was begun, so that a late answer to something earlier is not taken for the current one's. */
  let turn = 0
  /** The element holds the current track and can go on with it. */
  let isOpen = false
  const retries = countRetries()
  let failuresInARow = 0
  let hasStarted = false
  let timeout: ReturnType<typeof setTimeout> | undefined
  let stopWatching: (() => void) | undefined

  const sound = createSound(elements, {
    onTime(positionSeconds) {
      if (!isOpen) return
      state.setState({ positionSeconds })
      if (get().status !== 'playing') return
      if (played.at(positionSeconds)) dispatch('listened')
      if (played.seconds() > OVERCOME_AFTER) failuresInARow = 0
    },
    onLength: (durationSeconds) => isOpen && state.setState({ durationSeconds }),
    onBuffered(bufferedSeconds) {
      if (!isOpen) return
      state.setState({ bufferedSeconds })
      if (get().status === 'playing' && hasRoom(get())) ahead.begin()
    },
    onPlaying() {
      clearTimeout(timeout)
      state.setState({ status: 'playing' })
      if (!hasStarted) dispatch('started')
      hasStarted = true
    },
    onWaiting() {
      if (get().status === 'playing') waitForSound('buffering')
    },
    onPaused() {
      if (isOpen && isSounding(get().status)) fallSilent()
    },
    onJump: played.jump,
    onNearlyEnded() {
      const { track, durationSeconds } = get()
      // A file that guesses its length too short goes on behind it, and is heard to its real end.
      if (track && track.durationSeconds - durationSeconds <= LENGTH_SLACK) end()
    },
    onEnded: end,
    onFailure: giveUp,
  })
  const ahead = createLoadAhead(sound, (file) => streamUrl(file, false))

  onOnline(() => {
    // Whoever waits for sound waits no longer for the browser's next try.
    if (stopWatching !== undefined || isWaiting()) void open(true)
  })

  function isWaiting() {
    const { status } = get()
    return status === 'loading' || status === 'buffering'
  }

  function dispatch(type: PlaybackEvent['type']) {
    const { track, positionSeconds } = get()
    if (track) announce({ type, track, positionSeconds })
  }

  function end() {
    dispatch('ended')
    failuresInARow = 0
    hasStarted = false
    played.restart()
    onEnded()
  }

  function waitForSound(status: 'loading' | 'buffering') {
    clearTimeout(timeout)
    timeout = setTimeout(() => giveUp('timeout'), LOADING_TIMEOUT)
    state.setState({ status })
  }

  function fallSilent() {
    clearTimeout(timeout)
    state.setState({ status: 'paused' })
    if (hasStarted) dispatch('paused')
    hasStarted = false
  }

  /** What was begun before counts no longer. @returns the number of what begins now */
  function yieldToEventLoop(): number {
    stopWatching?.()
    stopWatching = undefined
    turn += 1
    return turn
  }

  async function open(isFresh: boolean) {
    const { track } = get()
    if (track?.file === undefined) return
    const mine = yieldToEventLoop()
    if (isOpen) sound.pause()
    isOpen = false
    waitForSound('loading')
    try {
      const given = streamUrl(track.file, isFresh)
      // An address that is at hand is opened within the press that requests it.
      const address = typeof given === 'string' ? given : await given
      if (mine !== turn) return
      isOpen = true
      sound.open(address, get().positionSeconds)
      sound.play()
    } catch {
      if (mine === turn) giveUp('network')
    }
  }

  function giveUp(failure: SoundFailure | 'timeout') {
    if (failure === 'aborted') return
    if (!isSounding(get().status)) {
      // Nobody waits for it: the next press on play opens it anew.
      isOpen = false
      return
    }
    const file = get().track?.file
    if (stopWatching !== undefined || file === undefined) {
      fallSilent()
      onFailed('wait', 'unreachable')
      return
    }
    const mine = yieldToEventLoop()
    isOpen = false
    // What the browser has and cannot read needs no question.
    if (failure === 'decode') {
      handleFailure(failure, 'there')
      return
    }
    if (get().status === 'playing') waitForSound('buffering')
    void probeTrack(file).then((loadOutcome) => {
      if (mine === turn) handleFailure(failure, loadOutcome)
    })
  }

  function handleFailure(failure: SoundFailure | 'timeout', loadOutcome: LoadOutcome) {
    const retryPause = loadOutcome === 'there' ? retries.next(get().positionSeconds) : undefined
    const mayRetry = retryPause !== undefined
    const step = afterFailure({ failure, loadOutcome, mayRetry, failuresInARow: failuresInARow + 1 })
    if (step === 'retry') {
      retryAfter(retryPause ?? 0)
    } else if (step === 'wait') {
      waitForConnection()
      if (failure === 'timeout') giveUp(failure)
    } else {
      failuresInARow = step === 'stop' ? 0 : failuresInARow + 1
      close()
      fallSilent()
      onFailed(step, loadOutcome)
    }
  }

  function retryAfter(milliseconds: number) {
    const mine = turn
    const retry = () => {
      if (mine === turn) void open(true)
    }
    if (milliseconds === 0) retry()
    else setTimeout(retry, milliseconds)
  }

  function waitForConnection() {
    const file = get().track?.file
    if (file === undefined) return
    stopWatching = watchConnection(
      async () => (await probeTrack(file)) !== 'unreachable',
      () => void open(true),
    )
  }

  function close() {
    clearTimeout(timeout)
    yieldToEventLoop()
    isOpen = false
    ahead.forget()
    sound.close()
  }

  /** Goes over to the state's track if it was loaded ahead. */
  function startLoaded(): boolean {
    const { track } = get()
    const loaded = track?.file === undefined ? undefined : ahead.take(track.file)
    if (!loaded) return false
    yieldToEventLoop()
    isOpen = true
    const { durationSeconds, bufferedSeconds } = loaded
    state.setState({
      positionSeconds: 0,
      bufferedSeconds,
      ...(durationSeconds !== undefined && { durationSeconds }),
    })
    waitForSound('loading')
    sound.play()
    return true
  }

  function resume() {
    retries.reset()
    failuresInARow = 0
    if (!isOpen) {
      void open(false)
      return
    }
    waitForSound('loading')
    sound.play()
  }

  function seek(seconds: number) {
    retries.reset()
    state.setState({ positionSeconds: seconds })
    if (isOpen) sound.seek(seconds)
  }

  return {
    setVolume: sound.setVolume,
    expect: ahead.expect,
    resume,
    seek,
    ready({ file }) {
      const { track, status } = get()
      if (file === undefined || file === track?.file || ahead.holds(file)) return
      if (isSounding(status) && !hasRoom(get())) return
      const address = streamUrl(file, false)
      if (typeof address === 'string') sound.ready(address)
    },
    start(isAfterFailure = false) {
      retries.reset()
      if (!isAfterFailure) failuresInARow = 0
      hasStarted = false
      played.restart()
      if (!startLoaded()) void open(false)
    },
    again() {
      if (startLoaded()) return
      seek(0)
      resume()
    },
    pause() {
      if (!isSounding(get().status)) {
        // Nor shall it begin by itself when the line is back.
        if (stopWatching !== undefined) yieldToEventLoop()
        return
      }
      // Without an open file its address is still on the way; it must not begin when it arrives.
      if (isOpen) sound.pause()
      else yieldToEventLoop()
      fallSilent()
    },
    rest() {
      if (isOpen) {
        sound.pause()
        sound.seek(0)
      } else yieldToEventLoop()
      fallSilent()
      played.restart()
      state.setState({ positionSeconds: 0 })
    },
    close() {
      if (isSounding(get().status)) fallSilent()
      close()
    },
  }
}
