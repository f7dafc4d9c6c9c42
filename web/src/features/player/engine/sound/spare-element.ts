import type { AudioElement } from './audio-element.ts'

/** Milliseconds for which a replaced file stays loaded, because its end may still be playing. */
const RUN_OUT = 250
/** HTMLMediaElement.HAVE_FUTURE_DATA */
const CAN_PLAY = 3

/** The element that preloads the next file, and afterwards plays the previous track to its end. */
export interface SpareElement {
  /** Loads the element once within a user gesture: some browsers allow `play` outside of one only on such elements. */
  touch: () => void
  /** Preloads this file silently, in place of the previous one. */
  prepare: (address: string) => void
  /** The preloaded file is not needed any more. */
  unprepare: () => void
  /** Whether the preloaded file can be played now. */
  canPlay: () => boolean
  /**
   * Returns the element with the beginning of its file, in exchange for the playing one; undefined if its file cannot
   * be used. A playing element that is at its end may play on for a moment.
   */
  change: (heard: AudioElement, isAtEnd: boolean) => AudioElement | undefined
  /** Unloads at once a file whose unloading was deferred. */
  releaseNow: () => void
  close: () => void
}

type SpareState =
  /** The element holds no file that is needed. */
  | { name: 'idle' }
  /** The element holds the next file. */
  | { name: 'prepared' }
  /** The element unloads its file after a moment. */
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
      // Deferred, because unloading takes time.
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
