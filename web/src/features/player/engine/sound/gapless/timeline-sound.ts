import type { AudioElement } from '../audio-element.ts'
import { letGo, setElementRate, type Loaded, type SoundEvents } from '../audio.ts'
import { FIRST_LEAD_MS } from '../change-lead.ts'
import type { Amplifier, GainOf } from '../output/amplifier.ts'
import { playElement } from '../play-element.ts'
import type { TimelineHandlers, TimelineSound } from '../timeline.ts'
import { createReadiedFile } from './readied-file.ts'
import { entryFor, type Entry } from './timeline-entry.ts'
import { createTimelineFeed, type FeedDependencies, type TimelineFeed } from './timeline-feed.ts'
import { bufferedIn, durationOf, isBuffered, millisecondsTo, positionIn } from './track-times.ts'

/**
 * The end of a track is timed with `setTimeout` from this many milliseconds before it, because `timeupdate` is emitted
 * only four times a second.
 */
const CLOCKED = 600
/** A seek goes at most to this many seconds before the end of a track, so that the end is played and reported. */
const LAST_SECONDS = 0.02
/**
 * When the element runs out of data less than this many seconds before the end of a track, the track counts as ended.
 */
const DRY_SECONDS = 0.3
/**
 * A position up to this many seconds before the start of a track counts as being in that track, so that no seek is
 * needed.
 */
const REACHED_SECONDS = 0.05
/** HTMLMediaElement.HAVE_FUTURE_DATA */
const HAVE_FUTURE_DATA = 3

export function createTimelineSound(
  dependencies: Pick<FeedDependencies, 'element' | 'Source' | 'openFile'> & { amplifier: Amplifier },
  { events, onUnsuitable, onNextUnsuitable, canBeFollowed }: TimelineHandlers,
): TimelineSound {
  const { element, amplifier } = dependencies
  const files = createReadiedFile(dependencies.openFile)

  const feed = createTimelineFeed({
    ...dependencies,
    openFile: files.open,
    onPlaced: () => levels.apply(),
    onKnown(entry) {
      if (entry !== feed.current()) return
      reportLength(entry, events)
      end.watch()
    },
    onFailure(entry, failure) {
      if (entry === feed.current()) {
        if (failure === 'unsuitable') giveUp(entry)
        else if (isDry(element)) events.onFailure('network')
        return
      }
      if (failure !== 'unsuitable') return
      feed.expect(undefined)
      onNextUnsuitable(entry.address)
    },
  })

  const levels = createLevels(amplifier, feed)
  const end = createTrackEnd(element, feed, events, canBeFollowed)
  const intent = createIntent(element)

  const loaded = () => loadedOf(element, feed.current())

  function giveUp({ address }: Entry) {
    const positionSeconds = positionIn(element, feed.current())
    onUnsuitable(address, { positionSeconds, wasPlaying: intent.isToPlay() })
  }

  const jumpTo = (seconds: number) => {
    end.expect()
    element.currentTime = seconds
  }

  function restart(entry: Entry, atSeconds: number, next?: Entry) {
    const wasPlaying = !element.paused
    end.expect()
    feed.restart(entry, atSeconds, next)
    if (wasPlaying) playElement(element, events)
  }

  forwardEvents(element, feed, events, end, giveUp)

  return {
    open: (address, atSeconds) => restart(entryFor(address), atSeconds, feed.next()),
    play() {
      // If the element already plays the next track of the timeline, the browser emits no `playing` event for it.
      if (!element.paused && !element.seeking && !isDry(element)) queueMicrotask(events.onPlaying)
      intent.play()
      playElement(element, events)
    },
    pause() {
      end.stop()
      intent.stop()
      element.pause()
    },
    seek(seconds) {
      end.stop()
      const current = feed.current()
      if (!current) return
      const target = seekTarget(current, seconds)
      if (isBuffered(element, target)) return jumpTo(target)
      events.onJump()
      restart(current, target - (current.start ?? 0), feed.next())
    },
    prepare: (address) => feed.expect(entryFor(address)),
    unprepare: () => feed.expect(undefined),
    ready: files.ready,
    change() {
      const next = feed.next()
      if (!next) return undefined
      const { start, appendedUntil } = next
      end.expect()
      if (start === undefined || appendedUntil <= start) {
        restart(next, 0)
        return loaded()
      }
      feed.advance()
      if (!isReached(element, start, appendedUntil)) jumpTo(start)
      return loaded()
    },
    loaded,
    isAtEnd: () => millisecondsTo(element, feed.current()?.end ?? Infinity) <= FIRST_LEAD_MS,
    setVolume: amplifier.setVolume,
    setGains: (gainOf) => levels.set(gainOf),
    setRate(rate) {
      setElementRate(element, rate)
      end.watch()
    },
    ...readingsOf(element, feed, amplifier),
    close() {
      end.stop()
      intent.stop()
      files.forget()
      feed.close()
      letGo(element)
    },
  }
}

/** The methods of the sound that read the current state of the element. */
function readingsOf(
  element: AudioElement,
  { current }: Pick<TimelineFeed, 'current'>,
  { latencySeconds }: Amplifier,
): Pick<TimelineSound, 'audibleSeconds' | 'canPlay'> {
  return {
    audibleSeconds() {
      const entry = current()
      if (!entry || element.seeking) return undefined
      // The result may lie beyond the end of the track: at a track change, the element plays the next track before the
      // change is reported.
      return element.currentTime - (entry.start ?? 0) - latencySeconds()
    },
    canPlay: () => current() !== undefined && !isDry(element),
  }
}

/** Whether the element has no data to play at its position. */
const isDry = ({ readyState }: AudioElement) => readyState < HAVE_FUTURE_DATA

/**
 * Sets the gain of the current track, and schedules that of the next track, which must take effect at its first sample.
 */
function createLevels({ setGain, expectGain }: Amplifier, feed: Pick<TimelineFeed, 'current' | 'next'>) {
  let gainOf: GainOf = () => 1
  function apply() {
    const [current, next] = [feed.current(), feed.next()]
    if (current) setGain(gainOf(current.address))
    const gain = next && gainOf(next.address)
    const atSeconds = next?.start
    expectGain(gain === undefined || atSeconds === undefined ? undefined : { gain, atSeconds })
  }
  return {
    apply,
    set(given: GainOf) {
      gainOf = given
      apply()
    },
  }
}

/**
 * Whether the sound is to play. The element cannot answer that, because it pauses before it reports a decoding error.
 */
function createIntent(element: AudioElement) {
  let isToPlay = false
  element.addEventListener('pause', () => {
    if (element.error === null && !element.ended) isToPlay = !element.paused
  })
  return {
    isToPlay: () => isToPlay,
    play: () => void (isToPlay = true),
    stop: () => void (isToPlay = false),
  }
}

/**
 * The second of the timeline for a seek to `seconds` of a track: at most `LAST_SECONDS` before the end of that track.
 */
function seekTarget({ start = 0, end = Infinity }: Entry, seconds: number): number {
  return Math.min(start + seconds, end - LAST_SECONDS)
}

function loadedOf(element: AudioElement, track: Entry | undefined): Loaded {
  return { durationSeconds: track && durationOf(track), bufferedSeconds: bufferedIn(element, track) }
}

function reportLength(track: Entry, events: SoundEvents): void {
  const duration = durationOf(track)
  if (duration !== undefined) events.onLength(duration)
}

/**
 * Whether the element already plays this track. An element that has ended does not count, because it would restart at
 * second 0.
 */
function isReached({ currentTime, ended }: AudioElement, start: number, until: number): boolean {
  return currentTime > start - REACHED_SECONDS && currentTime < until && !ended
}

/** Reports the end of the current track, once. */
interface TrackEnd {
  /**
   * Calls `onEnded` when the next track on the timeline is reached. If an audio element outside of the timeline plays
   * the next file, calls `onNearlyEnded` slightly before the end.
   */
  watch: () => void
  report: () => void
  isReported: () => boolean
  /** Allows the end to be reported again, after a seek or for another track. */
  expect: () => void
  stop: () => void
}

function createTrackEnd(
  element: AudioElement,
  feed: Pick<TimelineFeed, 'current' | 'next'>,
  events: SoundEvents,
  canBeFollowed: () => boolean,
): TrackEnd {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReported = false

  function report() {
    if (isReported) return
    isReported = true
    clearTimeout(timer)
    events.onEnded()
  }

  function watch() {
    clearTimeout(timer)
    const { end } = feed.current() ?? {}
    if (end === undefined || element.seeking || element.paused) return
    const isFollowed = feed.next()?.start !== undefined
    if (!isFollowed && !canBeFollowed()) return
    const left = millisecondsTo(element, end) - (isFollowed ? 0 : FIRST_LEAD_MS)
    if (left <= 0 && isFollowed) report()
    else if (left <= 0) events.onNearlyEnded()
    else if (left <= CLOCKED) timer = setTimeout(watch, left)
  }

  return {
    watch,
    report,
    isReported: () => isReported,
    expect: () => {
      clearTimeout(timer)
      isReported = false
    },
    stop: () => clearTimeout(timer),
  }
}

/** Converts DOM events of the element to `SoundEvents` of the current track. */
function forwardEvents(
  element: AudioElement,
  feed: TimelineFeed,
  events: SoundEvents,
  end: TrackEnd,
  giveUp: (current: Entry) => void,
): void {
  const handlers: Record<string, (current: Entry) => void> = {
    timeupdate() {
      feed.work()
      end.watch()
      const current = feed.current()
      if (!element.seeking && !end.isReported()) events.onTime(positionIn(element, current))
      events.onBuffered(bufferedIn(element, current))
    },
    progress: (current) => events.onBuffered(bufferedIn(element, current)),
    playing: events.onPlaying,
    seeked() {
      if (!element.paused && !isDry(element)) events.onPlaying()
    },
    waiting(current) {
      const left = (current.end ?? Infinity) - element.currentTime
      if (left < DRY_SECONDS && !element.seeking) end.report()
      else if (current.failedAt === undefined) events.onWaiting()
      else events.onFailure('network')
    },
    seeking: events.onJump,
    pause() {
      if (element.paused && !element.ended) events.onPaused()
    },
    ended: end.report,
    error: giveUp,
  }
  for (const [name, handler] of Object.entries(handlers)) {
    element.addEventListener(name, () => {
      const current = feed.current()
      if (current) handler(current)
    })
  }
}
