import type { AudioElement } from './audio-element.ts'

/** Milliseconds until the file of a replaced element is unloaded, because the end of the file may still be audible. */
const RUN_OUT = 250
/** HTMLMediaElement.HAVE_FUTURE_DATA */
const CAN_PLAY = 3

/**
 * An audio element that preloads the next file. At a track change it is exchanged for the playing element, which plays
 * the previous track to its end.
 */
export interface SpareElement {
  /**
   * Call this within a user gesture. Some browsers allow `play` outside of a gesture only on elements that were loaded
   * within one.
   */
  touch: () => void
  /** Preloads this file silently, in place of the previous one. */
  prepare: (address: string) => void
  /** Drops the preloaded file, which is not needed any more. */
  unprepare: () => void
  /** Whether the preloaded file can be played now. */
  canPlay: () => boolean
  /**
   * Exchanges the preloading element for `heard`, the playing one. Returns the preloading element, at the beginning of
   * its file; undefined if that file cannot be used. With `isAtEnd` the replaced element may play on for a moment.
   */
  change: (heard: AudioElement, isAtEnd: boolean) => AudioElement | undefined
  /** Unloads now the file whose unloading was deferred, if there is one. */
  releaseNow: () => void
  close: () => void
}

type SpareState =
  /** The element holds no file that is still needed. */
  | { name: 'idle' }
  /** The element holds the preloaded next file. */
  | { name: 'prepared' }
  /** The file of the element is not needed any more; the timer unloads it. */
  | { name: 'releasing'; timer: ReturnType<typeof setTimeout> }

const IDLE: SpareState = { name: 'idle' }

export function createSpareElement(
  first: AudioElement,
  letGo: (element: AudioElement) => void,
): SpareElement {
  let element = first
  let state = IDLE

  function releaseSoon() {
    state = { name: 'releasing', timer: setTimeout(releaseNow, RUN_OUT) }
  }

  function releaseNow() {
    if (state.name !== 'releasing') return
    clearTimeout(state.timer)
    state = IDLE
    letGo(element)
  }

  return {
    releaseNow,
    touch: () => element.load(),
    prepare(address) {
      releaseNow()
      element.src = address
      state = { name: 'prepared' }
    },
    unprepare() {
      // The unloading is deferred, because it takes time.
      if (state.name === 'prepared') releaseSoon()
    },
    canPlay: () => state.name === 'prepared' && element.readyState >= CAN_PLAY,
    change(heard, isAtEnd) {
      if (state.name !== 'prepared') return undefined
      state = IDLE
      if (element.error !== null) return undefined
      const taken = element
      element = heard
      if (isAtEnd) releaseSoon()
      else letGo(heard)
      return taken
    },
    close() {
      releaseNow()
      state = IDLE
      letGo(element)
    },
  }
}
