import type { AudioElement } from '../audio-element.ts'
import type { MediaTimeline } from './media-timeline.ts'
import { UnsuitableFile } from './sound-file.ts'
import { type Entry, nextBatch } from './timeline-entry.ts'
import type { TimelineStep } from './timeline-plan.ts'

/** Seconds ahead that a browser must keep. */
const LEAST_AHEAD_SECONDS = 5
/** Seconds behind the position that stay when the browser keeps no more. */
const LEAST_BEHIND_SECONDS = 1
/** Seconds before the end in which a decoder may have read on to what follows. */
const DECODED_SECONDS = 3

/** What a feed changes as it goes on; see `TimelineView`. */
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
  /** A track has found its place. */
  onPlaced: () => void
}

/** Does one step on a timeline; the feed may have another one when it is done. @throws what the step fails with */
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
  const { state, element } = parts
  const { file } = entry
  if (!file) return
  const start = entry.start ?? state.entries[state.entries.indexOf(entry) - 1]?.end ?? 0
  const { bytes, startSeconds, endSeconds, musicEndSeconds } = await nextBatch(entry, file, start)
  const offset = start - file.delaySeconds
  const end = musicEndSeconds === undefined ? undefined : offset + musicEndSeconds
  const isAfterEnd = on.isFinished() && entry !== state.entries[0]
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
  // A decoder that has read the end does not go on by itself, and the element would end behind all that is appended.
  if (isAfterEnd) element.currentTime = Math.min(element.currentTime, start)
  const isPlaced = entry.start === undefined
  const appendedUntil = end ?? offset + endSeconds
  Object.assign(entry, { start, end, appendedUntil, reading: undefined })
  if (isPlaced) parts.onPlaced()
  if (end !== undefined) parts.onKnown(entry)
}

/** The browser keeps no more: what was played goes, and from now on less is appended ahead. */
async function makeRoom({ state, element }: StepParts, on: MediaTimeline): Promise<void> {
  const position = element.currentTime
  const ahead = Math.max(...state.entries.map(({ appendedUntil }) => appendedUntil)) - position
  if (ahead < LEAST_AHEAD_SECONDS && position < LEAST_BEHIND_SECONDS)
    throw new UnsuitableFile('The browser keeps too little')
  state.aheadSeconds = Math.max(LEAST_AHEAD_SECONDS, ahead / 2)
  if (position > LEAST_BEHIND_SECONDS) await on.remove(0, position - LEAST_BEHIND_SECONDS)
}
