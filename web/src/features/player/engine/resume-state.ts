import { currentTrack } from '../order/play-order.ts'
import type { PlayerState } from './playback/player-state.ts'

/** What is needed to continue where the listener stopped. */
export type ResumeState = Pick<PlayerState, 'order' | 'positionSeconds'>

/** A state that is paused at the position where the listener stopped. */
export function waiting({ order, positionSeconds }: ResumeState): Partial<PlayerState> {
  const track = currentTrack(order)
  if (!track) return { order, track, status: 'empty' }
  return { order, track, status: 'paused', positionSeconds, durationSeconds: track.durationSeconds }
}
