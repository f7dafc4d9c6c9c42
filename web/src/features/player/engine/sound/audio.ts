import type { AudioElement } from './audio-element.ts'
import { amplifyPlainly, type Amplify, type GainOf } from './output/amplifier.ts'
import { playElement } from './play-element.ts'
import { createReadyElement } from './ready-element.ts'
import { createSpareElement } from './spare-element.ts'

/*
 * Plays files by URL and converts the events of the audio elements. It has three of them: one plays; the second
 * preloads the following file, so that a track change needs no network; the third preloads a file that the listener
 * may start. It knows neither tracks nor their order.
 */

/** The reason of a failure, by the code of its MediaError; `aborted` was caused by the player. */
export type SoundFailure = 'aborted' | 'network' | 'decode' | 'unsupported'

const FAILURES: Record<number, SoundFailure> = { 1: 'aborted', 2: 'network', 3: 'decode', 4: 'unsupported' }

/** Events of the playing sound. Times in seconds. */
export interface SoundEvents {
  onTime: (positionSeconds: number) => void
  onLength: (durationSeconds: number) => void
  /** The end of the buffered range around the position. */
  onBuffered: (untilSeconds: number) => void
  onPlaying: () => void
  /** The file is to play, but has no data. */
  onWaiting: () => void
  /** Paused by the player or by the operating system. */
  onPaused: () => void
  /** The browser rejects a start without a press; `onPaused` follows. */
  onRejected: () => void
  onJump: () => void
  /** Emitted shortly before the end: a preloaded file that is started then follows without a gap. */
  onNearlyEnded: () => void
  onEnded: () => void
  onFailure: (failure: SoundFailure) => void
}

/** What is known about a file while it is loading. */
export interface Loaded {
  /** Undefined until the file's header was read. */
  durationSeconds: number | undefined
  bufferedSeconds: number
}

export interface Sound {
  /** Opens a file at this second, in place of the open one. */
  open: (address: string, atSeconds: number) => void
  /** Never throws: an error is reported as a failure, a rejection by the browser as a pause. */
  play: () => void
  pause: () => void
  seek: (seconds: number) => void
  setVolume: (volume: number, isMuted: boolean) => void
  /** How much louder or quieter than the volume each file is played. */
  setGains: (gainOf: GainOf) => void
  /** The speed: seconds of the file that are played in one second. */
  setRate: (rate: number) => void
  /** Preloads a file silently, instead of the previous one. */
  prepare: (address: string) => void
  /** Drops the preloaded file. */
  unprepare: () => void
  /** Preloads a file that may be opened soon. */
  ready: (address: string) => void
  /** Switches to the beginning of the preloaded file; undefined when there is none that can be used. */
  change: () => Loaded | undefined
  /** Drops all files and closes their connections. */
  close: () => void
}

/**
 * Milliseconds before the end at which the next file is started: about the delay from the call to the first audible
 * sample, so that it is heard when the previous file has ended.
 */
export const LEAD = 15
/**
 * Milliseconds before the end from which a timer is used, because `timeupdate` is emitted only four times a second.
 */
const CLOCKED = 600

/** HTMLMediaElement.HAVE_FUTURE_DATA */
const HAVE_FUTURE_DATA = 3

/** The playing element, the preloading one, and the one for files that may be started; they swap their roles. */
export type AudioElements = readonly [AudioElement, AudioElement, AudioElement]

/** The playing element; events of the others are ignored. */
interface Active {
  element: AudioElement
}

/** The sound of elements that each play one file. */
export interface ElementSound extends Sound {
  /** Whether the preloaded file can be played now. */
  canPlay: () => boolean
  /** Whether the open file can be played now. */
  hasSound: () => boolean
  isAtEnd: () => boolean
  /** Drops the file that was played; the preloaded one is kept. */
  release: () => void
}

/** @param canBeFollowed - whether something other than the preloaded file can follow at once */
export function createSound(
  elements: AudioElements,
  events: SoundEvents,
  canBeFollowed: () => boolean = () => false,
  amplify: Amplify = amplifyPlainly,
): ElementSound {
  const active: Active = { element: elements[0] }
  const spare = createSpareElement(elements[1], letGo)
  const readied = createReadyElement(elements[2], letGo)
  const clock = createEndClock(active, () => spare.canPlay() || canBeFollowed(), events.onNearlyEnded)
  let isTouched = false
  const amplified = amplifyElements(elements, amplify)
  forwardEvents(elements, active, events, clock.watch)

  const isAtEnd = () => active.element.ended || millisecondsLeft(active.element) <= LEAD

  function stopClocks() {
    clock.stop()
    spare.releaseNow()
  }

  return {
    open(address, atSeconds) {
      stopClocks()
      // Some browsers allow `play` outside a user gesture only on elements that were used within one, and this
      // element was not.
      const ready = isWithinPress() ? readied.take(address, active.element) : undefined
      if (ready) {
        active.element = ready
        if (Number.isFinite(ready.duration)) events.onLength(ready.duration)
      } else active.element.src = address
      if (atSeconds > 0) active.element.currentTime = atSeconds
      if (!isTouched) spare.touch()
      isTouched = true
    },
    play: () => playElement(active.element, events),
    pause() {
      stopClocks()
      active.element.pause()
    },
    seek(seconds) {
      stopClocks()
      active.element.currentTime = seconds
    },
    ...amplified,
    setRate(rate) {
      for (const element of elements) setElementRate(element, rate)
      // The timer was set for the previous speed.
      clock.watch()
    },
    prepare(address) {
      stopClocks()
      spare.prepare(address)
    },
    unprepare: spare.unprepare,
    canPlay: spare.canPlay,
    hasSound: () => active.element.readyState >= HAVE_FUTURE_DATA,
    isAtEnd,
    release: () => letGo(active.element),
    ready: readied.ready,
    change() {
      clock.stop()
      const next = spare.change(active.element, isAtEnd())
      if (!next) return undefined
      active.element = next
      return {
        durationSeconds: Number.isFinite(next.duration) ? next.duration : undefined,
        bufferedSeconds: bufferedUntil(next.buffered, next.currentTime),
      }
    },
    close() {
      clock.stop()
      letGo(active.element)
      spare.close()
      readied.forget()
    },
  }
}

/** Converts events of the playing element to our own. */
function forwardEvents(
  elements: AudioElements,
  active: Active,
  events: SoundEvents,
  watchEnd: () => void,
): void {
  const reportBuffered = ({ buffered, currentTime }: AudioElement) =>
    events.onBuffered(bufferedUntil(buffered, currentTime))
  const handlers: Record<string, (element: AudioElement) => void> = {
    timeupdate(element) {
      if (!element.seeking) events.onTime(element.currentTime)
      reportBuffered(element)
      watchEnd()
    },
    progress: reportBuffered,
    durationchange({ duration }) {
      if (Number.isFinite(duration)) events.onLength(duration)
    },
    playing: events.onPlaying,
    waiting: events.onWaiting,
    seeking: events.onJump,
    pause({ paused, ended }) {
      // The event is delivered late: the end of a file pauses as well, and another track may have started meanwhile.
      if (paused && !ended) events.onPaused()
    },
    ended: events.onEnded,
    error: ({ error }) => events.onFailure(FAILURES[error?.code ?? 0] ?? 'unsupported'),
  }
  for (const element of elements) {
    for (const [name, handler] of Object.entries(handlers)) {
      element.addEventListener(name, () => {
        if (element === active.element) handler(element)
      })
    }
  }
}

/** Reports the end slightly early when the next file can play, because starting it takes a moment. */
function createEndClock(active: Active, canFollow: () => boolean, onNearlyEnded: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  function watch() {
    clearTimeout(timer)
    const left = millisecondsLeft(active.element)
    const isClose = left <= CLOCKED && canFollow()
    if (!isClose || active.element.paused || active.element.seeking) return
    if (left <= LEAD) onNearlyEnded()
    else timer = setTimeout(watch, left - LEAD)
  }
  return { watch, stop: () => clearTimeout(timer) }
}

/** Also true in browsers that do not report user activation. */
function isWithinPress(): boolean {
  return 'userActivation' in navigator ? navigator.userActivation.isActive : true
}

/** Milliseconds that the file still plays; NaN while the duration is unknown. */
function millisecondsLeft({ duration, currentTime, playbackRate }: AudioElement): number {
  return ((duration - currentTime) * 1000) / playbackRate
}

/** Gives every element the gain of the file that it holds. */
function amplifyElements(elements: AudioElements, amplify: Amplify): Pick<Sound, 'setVolume' | 'setGains'> {
  const amplifiers = elements.map((element) => ({ element, amplifier: amplify(element) }))
  let gainOf: GainOf = () => 1
  for (const { element, amplifier } of amplifiers)
    element.addEventListener('loadstart', () => amplifier.setGain(gainOf(element.src)))
  return {
    setVolume: (...volume) => amplifiers.forEach(({ amplifier }) => amplifier.setVolume(...volume)),
    setGains(given) {
      gainOf = given
      for (const { element, amplifier } of amplifiers)
        if (element.src !== '') amplifier.setGain(gainOf(element.src))
    },
  }
}

/** Sets the speed for the open file and for those that the element opens later. */
export function setElementRate(element: AudioElement, rate: number): void {
  element.defaultPlaybackRate = rate
  element.playbackRate = rate
}

export function letGo(element: AudioElement): void {
  element.pause()
  element.removeAttribute('src')
  element.load()
}

/** The end of the range that holds this position; the position itself when none does. */
export function bufferedUntil(ranges: TimeRanges, positionSeconds: number): number {
  for (let i = 0; i < ranges.length; i += 1) {
    // Tolerates a quarter of a second: the position may be a frame before its range.
    if (ranges.start(i) <= positionSeconds + 0.25 && ranges.end(i) >= positionSeconds) return ranges.end(i)
  }
  return positionSeconds
}
