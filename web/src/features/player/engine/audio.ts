import type { AudioElement } from './audio-element.ts'
import { createReadyElement } from './ready-element.ts'

/*
 * The sound behind the player: it opens addresses, plays them and says in our words what happens to the
 * sound. Of its three audio elements one is heard; the second one loads ahead what follows, so that a change needs no
 * network; the third one has begun to load what may be pressed. It knows neither tracks nor order.
 */

/** Why the element gave up, by the code of its MediaError; `aborted` was our own doing. */
export type SoundFailure = 'aborted' | 'network' | 'decode' | 'unsupported'

const FAILURES: Record<number, SoundFailure> = { 1: 'aborted', 2: 'network', 3: 'decode', 4: 'unsupported' }

/** What the sound does, as it happens. Times in seconds. */
export interface SoundEvents {
  onTime: (positionSeconds: number) => void
  onLength: (durationSeconds: number) => void
  /** The end of the loaded stretch around the position. */
  onBuffered: (untilSeconds: number) => void
  onPlaying: () => void
  /** It would like to play and has no data. */
  onWaiting: () => void
  /** Paused by us or by the system. */
  onPaused: () => void
  onJump: () => void
  /** So shortly before its end that what was loaded ahead, started now, is heard right after it. */
  onNearlyEnded: () => void
  onEnded: () => void
  onFailure: (failure: SoundFailure) => void
}

/** What is known of a file once it begins to load. */
export interface Loaded {
  /** Undefined while the file has not said it. */
  durationSeconds: number | undefined
  bufferedSeconds: number
}

export interface Sound {
  /** Replaces what was open; begins at this second. */
  open: (address: string, atSeconds: number) => void
  /** Never throws: what goes wrong arrives as a failure, a refusal of the browser as a pause. */
  play: () => void
  pause: () => void
  seek: (seconds: number) => void
  setVolume: (volume: number, isMuted: boolean) => void
  /** Loads a file ahead, silently, instead of the one before. */
  prepare: (address: string) => void
  /** Lets go of what was loaded ahead. */
  unprepare: () => void
  /** Begins to load what may be opened soon. */
  ready: (address: string) => void
  /** Goes over to the beginning of what was loaded ahead; undefined when there is nothing of use. */
  change: () => Loaded | undefined
  /** Lets go of all files and their connections. */
  close: () => void
}

/**
 * Milliseconds before the end at which the next file is started: about as long as it takes from the call to the
 * first sound, so that it comes out when the last one of the file before has gone.
 */
const LEAD = 15
/** Milliseconds before the end from which on a clock runs; the element itself tells its time four times a second. */
const CLOCKED = 600
/** Milliseconds for which a file that is left stays: at its end it may still be heard. */
const RUN_OUT = 250
/** HTMLMediaElement.HAVE_FUTURE_DATA */
const CAN_PLAY = 3

/** What is heard, what loads ahead, and what is made ready; they change places. */
export type AudioElements = readonly [AudioElement, AudioElement, AudioElement]

export function createSound(elements: AudioElements, events: SoundEvents): Sound {
  let [active, spare] = elements
  const readied = createReadyElement(elements[2], letGo)
  let isPrepared = false
  let isTouched = false
  let clock: ReturnType<typeof setTimeout> | undefined
  let runOut: ReturnType<typeof setTimeout> | undefined

  const played: Record<string, () => void> = {
    timeupdate() {
      if (!active.seeking) events.onTime(active.currentTime)
      events.onBuffered(bufferedUntil(active.buffered, active.currentTime))
      watchEnd()
    },
    progress: () => events.onBuffered(bufferedUntil(active.buffered, active.currentTime)),
    durationchange() {
      if (Number.isFinite(active.duration)) events.onLength(active.duration)
    },
    playing: events.onPlaying,
    waiting: events.onWaiting,
    seeking: events.onJump,
    pause() {
      // The event comes late: the end pauses too, and meanwhile another track may have begun.
      if (active.paused && !active.ended) events.onPaused()
    },
    ended: events.onEnded,
    error: () => events.onFailure(FAILURES[active.error?.code ?? 0] ?? 'unsupported'),
  }
  for (const element of elements) {
    for (const [name, listener] of Object.entries(played)) {
      element.addEventListener(name, () => {
        if (element === active) listener()
      })
    }
  }

  /** Tells the end a little early when what follows is there, since starting it takes a moment. */
  function watchEnd() {
    clearTimeout(clock)
    const resumeState = leftOf(active)
    const isClose = isPrepared && spare.readyState >= CAN_PLAY && resumeState <= CLOCKED
    if (!isClose || active.paused || active.seeking) return
    if (resumeState <= LEAD) events.onNearlyEnded()
    else clock = setTimeout(watchEnd, resumeState - LEAD)
  }

  function endRunOut() {
    if (runOut === undefined) return
    clearTimeout(runOut)
    runOut = undefined
    letGo(spare)
  }

  function stopClocks() {
    clearTimeout(clock)
    endRunOut()
  }

  return {
    open(address, atSeconds) {
      stopClocks()
      // Some browsers play without a press only what was touched within one, which that one was not.
      const ready = isWithinPress() ? readied.take(address, active) : undefined
      if (ready) {
        active = ready
        if (Number.isFinite(active.duration)) events.onLength(active.duration)
      } else active.src = address
      if (atSeconds > 0) active.currentTime = atSeconds
      if (!isTouched) spare.load()
      isTouched = true
    },
    play() {
      active.play().catch((refused: unknown) => {
        if (refused instanceof DOMException && refused.name === 'NotAllowedError') events.onPaused()
      })
    },
    pause() {
      stopClocks()
      active.pause()
    },
    seek(seconds) {
      stopClocks()
      active.currentTime = seconds
    },
    setVolume(volume, isMuted) {
      for (const element of elements) {
        element.volume = volume
        element.muted = isMuted
      }
    },
    prepare(address) {
      stopClocks()
      spare.src = address
      isPrepared = true
    },
    unprepare() {
      if (!isPrepared) return
      isPrepared = false
      // Taking a file down takes a while, and what is requested now goes first.
      clearTimeout(runOut)
      runOut = setTimeout(endRunOut, RUN_OUT)
    },
    ready: readied.ready,
    change() {
      clearTimeout(clock)
      if (!isPrepared) return undefined
      isPrepared = false
      if (spare.error !== null) return undefined
      const isAtEnd = active.ended || leftOf(active) <= LEAD
      ;[active, spare] = [spare, active]
      if (isAtEnd) runOut = setTimeout(endRunOut, RUN_OUT)
      else letGo(spare)
      return {
        durationSeconds: Number.isFinite(active.duration) ? active.duration : undefined,
        bufferedSeconds: bufferedUntil(active.buffered, active.currentTime),
      }
    },
    close() {
      stopClocks()
      isPrepared = false
      letGo(active)
      letGo(spare)
      readied.forget()
    },
  }
}

/** True, too, where the browser does not say. */
function isWithinPress(): boolean {
  return 'userActivation' in navigator ? navigator.userActivation.isActive : true
}

/** Milliseconds from where it is to its end; not a number while it is not known. */
function leftOf({ duration, currentTime }: AudioElement): number {
  return (duration - currentTime) * 1000
}

function letGo(element: AudioElement) {
  element.pause()
  element.removeAttribute('src')
  element.load()
}

/** The end of the range that holds this position; the position itself when none does. */
export function bufferedUntil(ranges: TimeRanges, positionSeconds: number): number {
  for (let i = 0; i < ranges.length; i += 1) {
    // A quarter second of slack: the position may lie a frame before its range.
    if (ranges.start(i) <= positionSeconds + 0.25 && ranges.end(i) >= positionSeconds) return ranges.end(i)
  }
  return positionSeconds
}
