import type { AudioElement } from './audio-element.ts'

/** Milliseconds for which a replaced file stays loaded, because its end may still be playing. */
const RUN_OUT = 250
/** HTMLMediaElement.HAVE_FUTURE_DATA */
const CAN_PLAY = 3

/** The element that loads ahead what follows, and afterwards lets the track before run out. */
export interface SpareElement {
  /** Some browsers play later without a press only what was touched within one. */
  touch: () => void
  /** Loads this file, silently, instead of the one before. */
  prepare: (address: string) => void
  /** The file that was loaded ahead is not needed. */
  unprepare: () => void
  /** Its file can be played now. */
  canPlay: () => boolean
  /**
   * The element with the beginning of its file, in exchange for the playing one; undefined when it has no
   * useful file. An element at its end may still play for a moment.
   */
  change: (heard: AudioElement, isAtEnd: boolean) => AudioElement | undefined
  /** Lets go at once of a file that was to be let go soon. */
  releaseNow: () => void
  close: () => void
}

type SpareState =
  /** It holds no file of use. */
  | { name: 'idle' }
  /** It holds what follows. */
  | { name: 'prepared' }
  /** It lets go of its file in a moment. */
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
      // Taking a file down takes a while, and what is requested now goes first.
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
