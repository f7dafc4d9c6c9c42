import { LoadFailure } from './byte-ranges.ts'
import { openMediaTimeline, type TimelineElement } from './media-timeline.ts'
import type { OpenFile } from './readied-file.ts'
import { UnsuitableFile } from './sound-file.ts'
import { dropEntry, type Entry, resetEntry } from './timeline-entry.ts'
import { AHEAD_SECONDS, nextStep, type TimelineView } from './timeline-plan.ts'
import { type FeedState, performStep } from './timeline-steps.ts'

/** Milliseconds after which a file that did not load is requested again while there is sound left. */
const RELOAD_PAUSE = 3000
export interface FeedDependencies {
  element: TimelineElement
  Source: typeof MediaSource
  openFile: OpenFile
  /** The tracks have changed, or it became known where one begins on the timeline. */
  onPlaced: () => void
  /** The file of this entry was opened, or the end of its music became known. */
  onKnown: (entry: Entry) => void
  /** The file of this entry could not be loaded, or not be read. */
  onFailure: (entry: Entry, failure: 'network' | 'unsuitable') => void
}

/** Appends the current track and the next one to the timeline in time. */
export interface TimelineFeed {
  current: () => Entry | undefined
  next: () => Entry | undefined
  /** Starts an empty timeline with this track, from this second of it on; the next track is appended again. */
  restart: (entry: Entry, atSeconds: number, next?: Entry) => void
  /** Appends this track after the current one, and removes the one that was appended there before. */
  expect: (next: Entry | undefined) => void
  /** The next track becomes the current one. */
  advance: () => void
  /** Runs the steps that the element's position requires. */
  work: () => void
  close: () => void
}

export function createTimelineFeed(dependencies: FeedDependencies): TimelineFeed {
  const { element, Source, onFailure } = dependencies
  const state: FeedState = {
    entries: [],
    timeline: undefined,
    staleFrom: undefined,
    aheadSeconds: AHEAD_SECONDS,
  }
  let isWorking = false

  async function open(entry: Entry): Promise<void> {
    if (entry.file || entry.isOpening) return
    entry.isOpening = true
    try {
      const file = await dependencies.openFile(entry.address, entry.appendedUntil - (entry.start ?? 0))
      if (!state.entries.includes(entry)) return file.close()
      if (!Source.isTypeSupported(file.type)) throw new UnsuitableFile(file.type)
      entry.file = file
      dependencies.onKnown(entry)
      work()
    } catch (failure) {
      if (state.entries.includes(entry)) onFailure(entry, reasonOf(failure))
    } finally {
      entry.isOpening = false
    }
  }

  function work(): void {
    if (!isWorking) void workOn()
  }

  /** Runs one step after the other, because a SourceBuffer runs one operation at a time. */
  async function workOn(): Promise<void> {
    isWorking = true
    for (;;) {
      const on = state.timeline
      const step = on && nextStep(viewOf(state, element))
      const entry = state.entries[step?.type === 'append' ? step.track : 0]
      if (!on || !step || !entry) break
      try {
        await performStep({ ...dependencies, state }, step, entry, on)
      } catch (failure) {
        // Steps for a track that is not needed any more fail, too.
        if (state.timeline !== on || !state.entries.includes(entry)) continue
        // After another failed step the element reports an error itself.
        if (step.type !== 'append') break
        fail(entry, failure)
      }
    }
    isWorking = false
  }

  /** A file that could not be loaded is requested again later; one that cannot be read is not. */
  function fail(entry: Entry, failure: unknown): void {
    const reason = reasonOf(failure)
    const failedAt = reason === 'network' ? Date.now() : Infinity
    Object.assign(entry, { failedAt, batches: undefined, reading: undefined })
    onFailure(entry, reason)
  }

  function close() {
    state.entries.forEach(dropEntry)
    state.entries = []
    state.staleFrom = undefined
    state.timeline?.close()
    state.timeline = undefined
  }

  return {
    current: () => state.entries[0],
    next: () => state.entries[1],
    restart(entry, atSeconds, next) {
      const kept = next ? [entry, next] : [entry]
      kept.forEach(resetEntry)
      state.entries = state.entries.filter((each) => !kept.includes(each))
      close()
      state.entries = kept
      Object.assign(entry, { start: 0, appendedUntil: atSeconds })
      state.aheadSeconds = AHEAD_SECONDS
      state.timeline = openMediaTimeline(element, Source)
      element.currentTime = atSeconds
      for (const each of state.entries) void open(each)
      dependencies.onPlaced()
      work()
    },
    expect(next) {
      const [current, before] = state.entries
      if (!current) return
      if (before?.start !== undefined) state.staleFrom = before.start
      if (before) dropEntry(before)
      state.entries = next ? [current, next] : [current]
      if (next) void open(next)
      dependencies.onPlaced()
      work()
    },
    advance() {
      const [done] = state.entries.splice(0, 1)
      if (done) dropEntry(done)
      dependencies.onPlaced()
      work()
    },
    work,
    close,
  }
}

function viewOf(
  { entries, timeline, staleFrom, aheadSeconds }: FeedState,
  { buffered, currentTime }: TimelineElement,
): TimelineView {
  return {
    position: currentTime,
    bufferedFrom: buffered.length > 0 ? buffered.start(0) : undefined,
    tracks: entries.map(({ file, failedAt, appendedUntil, end }) => ({
      isOpened: file !== undefined && (failedAt === undefined || failedAt + RELOAD_PAUSE < Date.now()),
      appendedUntil,
      isComplete: end !== undefined,
    })),
    aheadSeconds,
    staleFrom,
    isFinished: timeline?.isFinished() ?? true,
  }
}

function reasonOf(failure: unknown): 'network' | 'unsuitable' {
  return failure instanceof LoadFailure ? 'network' : 'unsuitable'
}
