import type { AudioElement } from '../audio-element.ts'
import type { MediaTimeline } from './media-timeline.ts'
import { UnsuitableFile } from './sound-file.ts'
import { type Entry, nextBatch } from './timeline-entry.ts'
import type { TimelineStep } from './timeline-plan.ts'

/**
 * Seconds ahead of the position that a browser must be able to buffer; with less, the file is played without the
 * timeline.
 */
const LEAST_AHEAD_SECONDS = 5
/** Seconds behind the position that are kept when the browser's buffer is full. */
const LEAST_BEHIND_SECONDS = 1
/** The browser may already have decoded the sound of this many seconds ahead of its position. */
const DECODED_SECONDS = 3

/** The variable state of a feed, which appends tracks to the timeline; see `TimelineView`. */
export interface FeedState {
  /** The current track, then the next one if there is one. */
  entries: Entry[]
  timeline: MediaTimeline | undefined
  staleFrom: number | undefined
  aheadSeconds: number
}

interface StepParts {
  state: FeedState
  element: AudioElement
  onKnown: (entry: Entry) => void
  /** Called when the start of a track on the timeline has become known. */
  onPlaced: () => void
}

/**
 * Runs one step on the timeline `on`; afterwards further steps may be possible.
 * @throws the error with which the step fails
 */
export async function performStep(
  parts: StepParts,
  step: TimelineStep,
  entry: Entry,
  on: MediaTimeline,
): Promise<void> {
  if (step.type === 'finish') on.finish()
  else if (step.type === 'remove') await remove(parts, step, on)
  else await append(parts, entry, on)
}

async function remove(
  { state, element }: StepParts,
  { from, until }: { from: number; until: number },
  on: MediaTimeline,
): Promise<void> {
  await on.remove(from, until)
  if (from !== state.staleFrom) return
  state.staleFrom = undefined
  // The removed sound may already be decoded. Setting the position, even to its current value, drops decoded sound.
  const { currentTime } = element
  if (from - currentTime < DECODED_SECONDS) element.currentTime = Math.min(currentTime, from)
}

async function append(parts: StepParts, entry: Entry, on: MediaTimeline): Promise<void> {
  const { state } = parts
  const { file } = entry
  if (!file) return
  const start = entry.start ?? state.entries[state.entries.indexOf(entry) - 1]?.end ?? 0
  const { bytes, startSeconds, endSeconds, musicEndSeconds } = await nextBatch(entry, file, start)
  const offset = start - file.delaySeconds
  const end = musicEndSeconds === undefined ? undefined : offset + musicEndSeconds
  try {
    const at = offset + startSeconds
    await on.append(bytes, { type: file.type, at, from: start, until: end ?? Infinity })
  } catch (failure) {
    if (!(failure instanceof DOMException) || failure.name !== 'QuotaExceededError') throw failure
    return makeRoom(parts, on)
  }
  if (state.timeline !== on) return
  if (!state.entries.includes(entry)) {
    state.staleFrom ??= start
    return
  }
  const isPlaced = entry.start === undefined
  const appendedUntil = end ?? offset + endSeconds
  Object.assign(entry, { start, end, appendedUntil, reading: undefined })
  if (isPlaced) parts.onPlaced()
  if (end !== undefined) parts.onKnown(entry)
}

/** The browser's buffer is full: removes played sound, and from now on appends less sound ahead of the position. */
async function makeRoom({ state, element }: StepParts, on: MediaTimeline): Promise<void> {
  const position = element.currentTime
  const ahead = Math.max(...state.entries.map(({ appendedUntil }) => appendedUntil)) - position
  if (ahead < LEAST_AHEAD_SECONDS && position < LEAST_BEHIND_SECONDS)
    throw new UnsuitableFile('The browser keeps too little')
  state.aheadSeconds = Math.max(LEAST_AHEAD_SECONDS, ahead / 2)
  if (position > LEAST_BEHIND_SECONDS) await on.remove(0, position - LEAST_BEHIND_SECONDS)
}
