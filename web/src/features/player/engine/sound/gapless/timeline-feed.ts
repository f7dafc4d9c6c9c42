import { LoadFailure } from './byte-ranges.ts'
import { openMediaTimeline, type TimelineElement } from './media-timeline.ts'
import type { OpenFile } from './readied-file.ts'
import { UnsuitableFile } from './sound-file.ts'
import { dropEntry, type Entry, resetEntry } from './timeline-entry.ts'
import { AHEAD_SECONDS, nextStep, type TimelineView } from './timeline-plan.ts'
import { type FeedState, performStep } from './timeline-steps.ts'

/** Milliseconds from a failed request of a file to the next one; meanwhile the sound that is already buffered plays. */
const RELOAD_PAUSE = 3000
export interface FeedDependencies {
  element: TimelineElement
  Source: typeof MediaSource
  openFile: OpenFile
  /** Called when the entries have changed, or when the start of a track on the timeline has become known. */
  onPlaced: () => void
  /** Called when the file of this entry was opened, or when the end of its music has become known. */
  onKnown: (entry: Entry) => void
  /**
   * Called when the file of this entry cannot be loaded (`network`), or cannot be played on the timeline
   * (`unsuitable`).
   */
  onFailure: (entry: Entry, failure: 'network' | 'unsuitable') => void
}

/** Appends the sound of the current track and of the next one to the timeline before it is needed. */
export interface TimelineFeed {
  current: () => Entry | undefined
  next: () => Entry | undefined
  /**
   * Opens a new, empty timeline that begins with this track at this second; then appends the next track, if one is
   * given.
   */
  restart: (entry: Entry, atSeconds: number, next?: Entry) => void
  /** Appends this track after the current one, in place of the track that was expected before. */
  expect: (next: Entry | undefined) => void
  /** Makes the next track the current one. */
  advance: () => void
  /** Runs the steps (append, remove, finish) that the current position of the element requires. */
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

  /** Runs the steps one after the other, because a SourceBuffer runs only one operation at a time. */
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
        // A step also fails when its track was removed or the timeline was replaced meanwhile; that is no error.
        if (state.timeline !== on || !state.entries.includes(entry)) continue
        // When a step other than `append` fails, the element itself reports an error.
        if (step.type !== 'append') break
        fail(entry, failure)
      }
    }
    isWorking = false
  }

  /** A file that could not be loaded is requested again later; a file that cannot be played on the timeline is not. */
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
