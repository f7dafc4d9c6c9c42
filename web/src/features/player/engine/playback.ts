import type { StoreApi } from 'zustand/vanilla'
import { afterFailure, type Fate } from './after-failure.ts'
import { createSound, type AudioElements, type SoundFailure } from './audio.ts'
import { countHeardTime } from './heard-time.ts'
import { watchLine } from './line-watch.ts'
import { createLoadAhead, hasRoom } from './load-ahead.ts'
import { isSounding, type PlayerState } from './player-state.ts'
import { countRetries, OVERCOME_AFTER } from './retries.ts'
import type { PlayerTrack } from '../order/track.ts'

/** Milliseconds without sound before a track counts as not loadable. See docs/product.md §8.6. */
export const LOADING_TIMEOUT = 15_000
/** Seconds by which a file may call itself shorter than the archive does and still be believed to end there. */
const LENGTH_SLACK = 0.3

/** What the player tells: presence, plays and scrobbling live on it. */
export interface Announcement {
  /** `listened`: 30 s were really heard. */
  type: 'started' | 'listened' | 'paused' | 'ended'
  track: PlayerTrack
  positionSeconds: number
}

export interface PlaybackParts {
  elements: AudioElements
  /** The address of a track's bytes; `isFresh` asks for one that cannot have expired. */
  streamAddress: (file: string, isFresh: boolean) => Promise<string> | string
  /** What the server says about a file that does not play. */
  lookUp: (file: string) => Promise<Fate>
  /** Calls back whenever the browser is on line again. */
  onOnline: (back: () => void) => void
}

interface PlaybackEvents {
  announce: (announcement: Announcement) => void
  /** The track came to its end by itself. */
  onEnded: () => void
  /** The track does not play: the player goes on, rests, or has given up waiting for the line. */
  onFailed: (step: 'next' | 'stop' | 'wait', fate: Fate) => void
}

/** One track at a time: opens its address, waits for it, asks again, and keeps the state's times and status. */
export interface Playback {
  /** Plays the state's track from its position; after a failure the player asks for it, else the listener. */
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
  expect: (track: PlayerTrack | undefined) => void
  /** This track may be started soon: its beginning is loaded, unless what plays needs the line. */
  ready: (track: PlayerTrack) => void
  setVolume: (volume: number, isMuted: boolean) => void
  close: () => void
}

export function createPlayback(
  state: StoreApi<PlayerState>,
  { elements, streamAddress, lookUp, onOnline }: PlaybackParts,
  { announce, onEnded, onFailed }: PlaybackEvents,
): Playback {
  const get = () => state.getState()
  const heard = countHeardTime()
  /** Counts what was begun, so that a late answer to something earlier is not taken for the current one's. */
  let turn = 0
  /** The element holds the current track and can go on with it. */
  let isOpen = false
  const retries = countRetries()
  let failuresInARow = 0
  let hasStarted = false
  let patience: ReturnType<typeof setTimeout> | undefined
  let stopWatching: (() => void) | undefined

  const sound = createSound(elements, {
    onTime(positionSeconds) {
      if (!isOpen) return
      state.setState({ positionSeconds })
      if (get().status !== 'playing') return
      if (heard.at(positionSeconds)) tell('listened')
      if (heard.seconds() > OVERCOME_AFTER) failuresInARow = 0
    },
    onLength: (durationSeconds) => isOpen && state.setState({ durationSeconds }),
    onBuffered(bufferedSeconds) {
      if (!isOpen) return
      state.setState({ bufferedSeconds })
      if (get().status === 'playing' && hasRoom(get())) ahead.begin()
    },
    onPlaying() {
      clearTimeout(patience)
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
    onNearlyEnded() {
      const { track, durationSeconds } = get()
      // A file that guesses its length too short goes on behind it, and is heard to its real end.
      if (track && track.duration - durationSeconds <= LENGTH_SLACK) end()
    },
    onEnded: end,
    onFailure: giveUp,
  })
  const ahead = createLoadAhead(sound, (file) => streamAddress(file, false))

  onOnline(() => {
    // Whoever waits for sound waits no longer for the browser's next try.
    if (stopWatching !== undefined || isWaiting()) void open(true)
  })

  function isWaiting() {
    const { status } = get()
    return status === 'loading' || status === 'buffering'
  }

  function tell(type: Announcement['type']) {
    const { track, positionSeconds } = get()
    if (track) announce({ type, track, positionSeconds })
  }

  function end() {
    tell('ended')
    failuresInARow = 0
    hasStarted = false
    heard.restart()
    onEnded()
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

  /** What was begun before counts no longer. @returns the number of what begins now */
  function nextTurn(): number {
    stopWatching?.()
    stopWatching = undefined
    turn += 1
    return turn
  }

  async function open(isFresh: boolean) {
    const { track } = get()
    if (track?.file === undefined) return
    const mine = nextTurn()
    if (isOpen) sound.pause()
    isOpen = false
    waitForSound('loading')
    try {
      const given = streamAddress(track.file, isFresh)
      // An address that is at hand is opened within the press that asks for it.
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
    const mine = nextTurn()
    isOpen = false
    // What the browser has and cannot read needs no question.
    if (failure === 'decode') {
      judge(failure, 'there')
      return
    }
    if (get().status === 'playing') waitForSound('buffering')
    void lookUp(file).then((fate) => {
      if (mine === turn) judge(failure, fate)
    })
  }

  function judge(failure: SoundFailure | 'timeout', fate: Fate) {
    const retryPause = fate === 'there' ? retries.next(get().positionSeconds) : undefined
    const mayRetry = retryPause !== undefined
    const step = afterFailure({ failure, fate, mayRetry, failuresInARow: failuresInARow + 1 })
    if (step === 'retry') {
      retryAfter(retryPause ?? 0)
    } else if (step === 'wait') {
      waitForLine()
      if (failure === 'timeout') giveUp(failure)
    } else {
      failuresInARow = step === 'stop' ? 0 : failuresInARow + 1
      close()
      fallSilent()
      onFailed(step, fate)
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

  function waitForLine() {
    const file = get().track?.file
    if (file === undefined) return
    stopWatching = watchLine(
      async () => (await lookUp(file)) !== 'unreachable',
      () => void open(true),
    )
  }

  function close() {
    clearTimeout(patience)
    nextTurn()
    isOpen = false
    ahead.forget()
    sound.close()
  }

  /** Goes over to the state's track if it was loaded ahead. */
  function startLoaded(): boolean {
    const { track } = get()
    const loaded = track?.file === undefined ? undefined : ahead.take(track.file)
    if (!loaded) return false
    nextTurn()
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
      const address = streamAddress(file, false)
      if (typeof address === 'string') sound.ready(address)
    },
    start(isAfterFailure = false) {
      retries.reset()
      if (!isAfterFailure) failuresInARow = 0
      hasStarted = false
      heard.restart()
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
        if (stopWatching !== undefined) nextTurn()
        return
      }
      // Without an open file its address is still on the way; it must not begin when it arrives.
      if (isOpen) sound.pause()
      else nextTurn()
      fallSilent()
    },
    rest() {
      if (isOpen) {
        sound.pause()
        sound.seek(0)
      } else nextTurn()
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
