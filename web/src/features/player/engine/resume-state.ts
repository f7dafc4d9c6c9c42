import { currentTrack } from '../order/play-order.ts'
import type { PlayerState } from './playback/player-state.ts'

/** What is needed to continue where the listener stopped. */
export type ResumeState = Pick<PlayerState, 'order' | 'positionSeconds'>

/** So close to its end, in seconds, a track begins again: it would end as soon as playback is resumed. */
const END_SECONDS = 1

/** A state that is paused at the position where the listener stopped, or at the beginning of a track that was over. */
export function waiting({ order, positionSeconds }: ResumeState): Partial<PlayerState> {
  const track = currentTrack(order)
  if (!track) return { order, track, status: 'empty' }
  const { durationSeconds } = track
  const isOver = durationSeconds > 0 && positionSeconds > durationSeconds - END_SECONDS
  return { order, track, status: 'paused', positionSeconds: isOver ? 0 : positionSeconds, durationSeconds }
}
