import type { AudioElement } from './audio-element.ts'
import { createChangeLead, type ChangeLead } from './change-lead.ts'
import { amplifyPlainly, type Amplify, type GainOf } from './output/amplifier.ts'
import { playElement } from './play-element.ts'
import { createReadyElement } from './ready-element.ts'
import { createSpareElement } from './spare-element.ts'

/*
 * Plays files by URL and converts the events of the audio elements. There are three audio elements: the first plays;
 * the second preloads the following file, so that a track change needs no network; the third preloads a file that the
 * listener may start. This module knows neither tracks nor their order.
 */

/**
 * Why a file does not play: the code of the element's MediaError as a name. `aborted`: the player itself has stopped
 * the loading.
 */
export type SoundFailure = 'aborted' | 'network' | 'decode' | 'unsupported'

const FAILURES: Record<number, SoundFailure> = { 1: 'aborted', 2: 'network', 3: 'decode', 4: 'unsupported' }

/** Events of the playing sound. Times in seconds. */
export interface SoundEvents {
  onTime: (positionSeconds: number) => void
  onLength: (durationSeconds: number) => void
  /** The second of the file up to which everything from the current position on is buffered. */
  onBuffered: (untilSeconds: number) => void
  onPlaying: () => void
  /** The listener has started the file, but the element has no data to play. */
  onWaiting: () => void
  /** The file was paused, by the player or by the operating system. */
  onPaused: () => void
  /** The browser refuses to start sound without a user gesture; `onPaused` follows. */
  onRejected: () => void
  onJump: () => void
  /** The file will end shortly. A preloaded file that is started now follows without a gap. */
  onNearlyEnded: () => void
  onEnded: () => void
  onFailure: (failure: SoundFailure) => void
}

/** What is known about a file as soon as it is opened. */
export interface Loaded {
  /** The duration of the file; undefined until the header of the file was read. */
  durationSeconds: number | undefined
  bufferedSeconds: number
}

export interface Sound {
  /** Opens a file at this second. It replaces the file that is open. */
  open: (address: string, atSeconds: number) => void
  /**
   * Never throws. An error is reported by `onFailure`; if the browser refuses to start, `onRejected` and `onPaused` are
   * called.
   */
  play: () => void
  pause: () => void
  seek: (seconds: number) => void
  /**
   * The second of the file that is audible now, read at this moment and reduced by the latency of the mixer; undefined
   * while no file is open or a seek is in progress. `onTime` reports the position only four times a second.
   */
  audibleSeconds: () => number | undefined
  setVolume: (volume: number, isMuted: boolean) => void
  /**
   * Sets the function that returns the gain of each file: the factor by which it is louder or quieter than the volume.
   */
  setGains: (gainOf: GainOf) => void
  /** Sets the playback rate: seconds of the file that are played in one second. */
  setRate: (rate: number) => void
  /** Preloads the following file silently. It replaces the file that was preloaded before. */
  prepare: (address: string) => void
  /** Drops the following file that `prepare` has preloaded. */
  unprepare: () => void
  /** Preloads a file that the listener may open soon. */
  ready: (address: string) => void
  /**
   * Switches to the beginning of the file that `prepare` has preloaded; undefined when that file is missing or has
   * failed.
   */
  change: () => Loaded | undefined
  /** Drops all files and closes their connections. */
  close: () => void
}

/**
 * The end of a file is timed with `setTimeout` from this many milliseconds before it, because `timeupdate` is emitted
 * only four times a second.
 */
const CLOCKED = 600

/** HTMLMediaElement.HAVE_FUTURE_DATA */
const HAVE_FUTURE_DATA = 3

/**
 * The element that plays, the one that preloads the following file, and the one that preloads a file that the listener
 * may start. The elements swap these roles.
 */
export type AudioElements = readonly [AudioElement, AudioElement, AudioElement]

/** The element that plays; events of the other elements are ignored. */
interface Active {
  element: AudioElement
}

/** The sound of several audio elements, each of which holds one file. */
export interface ElementSound extends Sound {
  /** Whether the file that `prepare` has preloaded can be played now. */
  canPlay: () => boolean
  /** Whether the open file can be played now. */
  hasSound: () => boolean
  isAtEnd: () => boolean
  /** Unloads the file that was played; the file that `prepare` has preloaded is kept. */
  release: () => void
}

/** @param canBeFollowed - whether a file that none of `elements` holds can follow without a delay */
export function createSound(
  elements: AudioElements,
  events: SoundEvents,
  canBeFollowed: () => boolean = () => false,
  amplify: Amplify = amplifyPlainly,
): ElementSound {
  const active: Active = { element: elements[0] }
  const spare = createSpareElement(elements[1], letGo)
  const readied = createReadyElement(elements[2], letGo)
  const lead = createChangeLead()
  const clock = createEndClock(active, lead, () => spare.canPlay() || canBeFollowed(), events.onNearlyEnded)
  let isTouched = false
  const amplified = amplifyElements(elements, amplify)
  forwardEvents(elements, active, events, clock.watch)

  const isAtEnd = () => active.element.ended || millisecondsLeft(active.element) <= lead.ms()

  function stopClocks() {
    clock.stop()
    spare.releaseNow()
  }

  return {
    open(address, atSeconds) {
      stopClocks()
      // The preloaded element is taken only within a user gesture. Some browsers start an element outside of a gesture
      // only if it was used within an earlier one, and the preloaded element was not.
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
    setVolume: amplified.setVolume,
    setGains: amplified.setGains,
    audibleSeconds() {
      const { element } = active
      if (element.seeking || element.src === '') return undefined
      return element.currentTime - amplified.latencySeconds(element)
    },
    setRate(rate) {
      for (const element of elements) setElementRate(element, rate)
      // The timer for the end of the file was set for the previous playback rate.
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
      const before = active.element
      const next = spare.change(before, isAtEnd())
      if (!next) return undefined
      if (!before.paused) lead.changed(next)
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

/** Converts the DOM events of the playing element to `SoundEvents`. */
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
      // `pause` is delivered late. By then another track may have started; the end of a file emits `pause` as well.
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

/**
 * Calls `onNearlyEnded` shortly before the end of the file when the next file can play, because starting that file
 * takes a moment.
 */
function createEndClock(
  active: Active,
  lead: Pick<ChangeLead, 'ms'>,
  canFollow: () => boolean,
  onNearlyEnded: () => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  function watch() {
    clearTimeout(timer)
    const left = millisecondsLeft(active.element)
    const isClose = left <= CLOCKED && canFollow()
    if (!isClose || active.element.paused || active.element.seeking) return
    if (left <= lead.ms()) onNearlyEnded()
    else timer = setTimeout(watch, left - lead.ms())
  }
  return { watch, stop: () => clearTimeout(timer) }
}

/** Whether a user gesture (a press) was made just now; true in browsers that do not report user activation. */
function isWithinPress(): boolean {
  return 'userActivation' in navigator ? navigator.userActivation.isActive : true
}

/** Milliseconds until the file ends at the current playback rate; NaN while the duration is unknown. */
function millisecondsLeft({ duration, currentTime, playbackRate }: AudioElement): number {
  return ((duration - currentTime) * 1000) / playbackRate
}

/** Sets the gain of every element to that of the file which the element holds. */
function amplifyElements(
  elements: AudioElements,
  amplify: Amplify,
): Pick<Sound, 'setVolume' | 'setGains'> & { latencySeconds: (element: AudioElement) => number } {
  const amplifiers = elements.map((element) => ({ element, amplifier: amplify(element) }))
  let gainOf: GainOf = () => 1
  for (const { element, amplifier } of amplifiers)
    element.addEventListener('loadstart', () => amplifier.setGain(gainOf(element.src)))
  return {
    setVolume: (...volume) => amplifiers.forEach(({ amplifier }) => amplifier.setVolume(...volume)),
    latencySeconds: (of) => amplifiers.find(({ element }) => element === of)?.amplifier.latencySeconds() ?? 0,
    setGains(given) {
      gainOf = given
      for (const { element, amplifier } of amplifiers)
        if (element.src !== '') amplifier.setGain(gainOf(element.src))
    },
  }
}

/** Sets the playback rate for the open file and for the files that the element opens later. */
export function setElementRate(element: AudioElement, rate: number): void {
  element.defaultPlaybackRate = rate
  element.playbackRate = rate
}

export function letGo(element: AudioElement): void {
  element.pause()
  element.removeAttribute('src')
  element.load()
}

/** The end of the buffered range that contains this position; the position itself when no range contains it. */
export function bufferedUntil(ranges: TimeRanges, positionSeconds: number): number {
  for (let i = 0; i < ranges.length; i += 1) {
    // A range that begins up to a quarter of a second after the position counts, too: the position may lie a frame
    // before it.
    if (ranges.start(i) <= positionSeconds + 0.25 && ranges.end(i) >= positionSeconds) return ranges.end(i)
  }
  return positionSeconds
}
