import type { AudioElement } from '../audio-element.ts'
import { bufferedUntil } from '../audio.ts'
import type { Entry } from './timeline-entry.ts'

/* Convert seconds of the timeline to seconds of the current track. */

type Times = Pick<Entry, 'start' | 'end'> | undefined

export function positionIn({ currentTime }: AudioElement, track: Times): number {
  const { start = 0, end = Infinity } = track ?? {}
  return Math.max(0, Math.min(currentTime, end) - start)
}

export function bufferedIn({ buffered, currentTime }: AudioElement, track: Times): number {
  const { start = 0, end = Infinity } = track ?? {}
  return Math.max(0, Math.min(bufferedUntil(buffered, currentTime), end) - start)
}

export function durationOf({ file, start, end }: Entry): number | undefined {
  return start !== undefined && end !== undefined ? end - start : file?.durationSeconds
}

/** Milliseconds until the element reaches this second of the timeline. */
export function millisecondsTo({ currentTime, playbackRate }: AudioElement, second: number): number {
  return ((second - currentTime) * 1000) / playbackRate
}

/** Whether the sound at this second of the timeline is buffered. */
export function isBuffered({ buffered }: AudioElement, seconds: number): boolean {
  for (let i = 0; i < buffered.length; i += 1)
    if (buffered.start(i) <= seconds && buffered.end(i) > seconds) return true
  return false
}
