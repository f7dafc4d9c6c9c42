import type { AudioElement } from '../audio-element.ts'
import type { MediaTimeline } from './media-timeline.ts'
import { UnsuitableFile } from './sound-file.ts'
import { type Entry, nextBatch } from './timeline-entry.ts'
import type { TimelineStep } from './timeline-plan.ts'

/** Seconds ahead of the position that a browser must be able to buffer. */
const LEAST_AHEAD_SECONDS = 5
/** Seconds behind the position that are kept when the buffer is full. */
const LEAST_BEHIND_SECONDS = 1
/** The decoder may already have decoded this many seconds ahead. */
const DECODED_SECONDS = 3

/** The state that changes while a feed works; see `TimelineView`. */
export interface FeedState {
  /** The current track and the next one. */
  entries: Entry[]
  timeline: MediaTimeline | undefined
  staleFrom: number | undefined
  aheadSeconds: number
}

interface StepParts {
  state: FeedState
  element: AudioElement
  onKnown: (entry: Entry) => void
  /** It became known where a track begins on the timeline. */
  onPlaced: () => void
}

/** Runs one step on a timeline, which may make further steps possible. @throws the failure of the step */
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
  // A seek drops what was decoded already.
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

/** The buffer is full: removes what was played, and appends less ahead from now on. */
async function makeRoom({ state, element }: StepParts, on: MediaTimeline): Promise<void> {
  const position = element.currentTime
  const ahead = Math.max(...state.entries.map(({ appendedUntil }) => appendedUntil)) - position
  if (ahead < LEAST_AHEAD_SECONDS && position < LEAST_BEHIND_SECONDS)
    throw new UnsuitableFile('The browser keeps too little')
  state.aheadSeconds = Math.max(LEAST_AHEAD_SECONDS, ahead / 2)
  if (position > LEAST_BEHIND_SECONDS) await on.remove(0, position - LEAST_BEHIND_SECONDS)
}
