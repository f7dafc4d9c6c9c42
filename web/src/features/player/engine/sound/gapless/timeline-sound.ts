import { bufferedUntil, LEAD, type Loaded } from '../audio.ts'
import type { TimelineHandlers, TimelineSound } from '../timeline.ts'
import { createReadiedFile } from './readied-file.ts'
import { entryFor, type Entry } from './timeline-entry.ts'
import { createTimelineFeed, type FeedDependencies } from './timeline-feed.ts'

/** Milliseconds before the end from which a timer is used, because `timeupdate` is emitted only four times a second. */
const CLOCKED = 600
/** Seconds before a known end at which a seek stops, so that something is left to end. */
const LAST_SECONDS = 0.02
/** Seconds before the end at which an element that has run dry counts as ended. */
const DRY_SECONDS = 0.3
/** Seconds around the beginning of a track in which it is being reached, not jumped to. */
const REACHED_SECONDS = 0.05
/** HTMLMediaElement.HAVE_FUTURE_DATA */
const HAVE_FUTURE_DATA = 3

export function createTimelineSound(
  dependencies: Pick<FeedDependencies, 'element' | 'Source' | 'openFile'>,
  { events, onUnsuitable, onNextUnsuitable, canBeFollowed }: TimelineHandlers,
): TimelineSound {
  const { element } = dependencies
  let timer: ReturnType<typeof setTimeout> | undefined
  let isEndReported = false
  const files = createReadiedFile(dependencies.openFile)

  const feed = createTimelineFeed({
    ...dependencies,
    openFile: files.open,
    onKnown(entry) {
      if (entry !== feed.current()) return
      const duration = durationOf(entry)
      if (duration !== undefined) events.onLength(duration)
      watch()
    },
    onFailure(entry, failure) {
      if (entry === feed.current()) {
        if (failure === 'unsuitable') giveUp(entry)
        else if (isDry()) events.onFailure('network')
      } else if (failure === 'unsuitable') {
        feed.expect(undefined)
        onNextUnsuitable(entry.address)
      }
    },
  })

  function position(): number {
    const { start = 0, end = Infinity } = feed.current() ?? {}
    return Math.max(0, Math.min(element.currentTime, end) - start)
  }
  const isDry = () => element.readyState < HAVE_FUTURE_DATA

  function durationOf({ file, start, end }: Entry): number | undefined {
    return start !== undefined && end !== undefined ? end - start : file?.durationSeconds
  }

  function bufferedSeconds(): number {
    const { start = 0, end = Infinity } = feed.current() ?? {}
    return Math.max(0, Math.min(bufferedUntil(element.buffered, element.currentTime), end) - start)
  }

  function loaded(): Loaded {
    const current = feed.current()
    return { durationSeconds: current && durationOf(current), bufferedSeconds: bufferedSeconds() }
  }

  function reportEnd() {
    if (isEndReported) return
    isEndReported = true
    clearTimeout(timer)
    events.onEnded()
  }

  function giveUp({ address }: Entry) {
    onUnsuitable(address, { positionSeconds: position(), wasPlaying: !element.paused })
  }

  /** Reports the end of the current track when the next one on the timeline is reached, or slightly before. */
  function watch() {
    clearTimeout(timer)
    const { end } = feed.current() ?? {}
    if (end === undefined || element.seeking || element.paused) return
    const isFollowed = feed.next()?.start !== undefined
    if (!isFollowed && !canBeFollowed()) return
    const left = (end - element.currentTime) * 1000 - (isFollowed ? 0 : LEAD)
    if (left <= 0 && isFollowed) reportEnd()
    else if (left <= 0) events.onNearlyEnded()
    else if (left <= CLOCKED) timer = setTimeout(watch, left)
  }

  function jumpTo(seconds: number) {
    isEndReported = false
    element.currentTime = seconds
  }

  function restart(entry: Entry, atSeconds: number, next?: Entry) {
    const wasPlaying = !element.paused
    isEndReported = false
    clearTimeout(timer)
    feed.restart(entry, atSeconds, next)
    if (wasPlaying) play()
  }

  function play() {
    element.play().catch((refused: unknown) => {
      if (!(refused instanceof DOMException) || refused.name !== 'NotAllowedError') return
      events.onRejected()
      events.onPaused()
    })
  }

  const handlers: Record<string, () => void> = {
    timeupdate() {
      feed.work()
      watch()
      if (!element.seeking && !isEndReported) events.onTime(position())
      events.onBuffered(bufferedSeconds())
    },
    progress() {
      events.onBuffered(bufferedSeconds())
    },
    playing: events.onPlaying,
    seeked() {
      if (!element.paused && !isDry()) events.onPlaying()
    },
    waiting() {
      const { end, failedAt } = feed.current() ?? {}
      if (end !== undefined && end - element.currentTime < DRY_SECONDS && !element.seeking) reportEnd()
      else if (failedAt === undefined) events.onWaiting()
      else events.onFailure('network')
    },
    seeking: events.onJump,
    pause() {
      if (element.paused && !element.ended) events.onPaused()
    },
    ended: reportEnd,
    error() {
      const current = feed.current()
      if (current) giveUp(current)
    },
  }
  for (const [name, handler] of Object.entries(handlers)) {
    element.addEventListener(name, () => {
      if (feed.current()) handler()
    })
  }

  return {
    open(address, atSeconds) {
      restart(entryFor(address), atSeconds, feed.next())
    },
    play() {
      // A track that follows on the timeline plays already, and the browser emits nothing.
      if (!element.paused && !element.seeking && !isDry()) queueMicrotask(events.onPlaying)
      play()
    },
    pause() {
      clearTimeout(timer)
      element.pause()
    },
    seek(seconds) {
      clearTimeout(timer)
      const current = feed.current()
      if (!current) return
      const { start = 0, end } = current
      const target = Math.min(start + seconds, (end ?? Infinity) - LAST_SECONDS)
      if (isBuffered(element.buffered, target)) jumpTo(target)
      else {
        events.onJump()
        restart(current, target - start, feed.next())
      }
    },
    prepare: (address) => feed.expect(entryFor(address)),
    unprepare: () => feed.expect(undefined),
    ready: files.ready,
    change() {
      const next = feed.next()
      if (!next) return undefined
      const { start, appendedUntil } = next
      isEndReported = false
      if (start === undefined || appendedUntil <= start) restart(next, 0)
      else {
        feed.advance()
        const isReached = element.currentTime > start - REACHED_SECONDS && element.currentTime < appendedUntil
        // An element that has ended would begin at second 0, although there is more by now.
        if (!isReached || element.ended) jumpTo(start)
      }
      return loaded()
    },
    loaded,
    isAtEnd: () => (feed.current()?.end ?? Infinity) - element.currentTime <= LEAD / 1000,
    setVolume(volume, isMuted) {
      element.volume = volume
      element.muted = isMuted
    },
    canPlay: () => feed.current() !== undefined && !isDry(),
    close() {
      clearTimeout(timer)
      files.forget()
      feed.close()
      element.pause()
      element.removeAttribute('src')
      element.load()
    },
  }
}

/** Whether sound can be heard from this second on. */
function isBuffered(ranges: TimeRanges, seconds: number): boolean {
  for (let i = 0; i < ranges.length; i += 1)
    if (ranges.start(i) <= seconds && ranges.end(i) > seconds) return true
  return false
}
