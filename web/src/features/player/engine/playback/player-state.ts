import { NOTHING_CHOSEN, type PlayOrder } from '../../order/play-order.ts'
import type { Track } from '#features/tracks/index.ts'

/** `loading`: nothing was played yet; `buffering`: the buffer became empty. See docs/product.md §8.1. */
export type PlayerStatus = 'empty' | 'loading' | 'buffering' | 'playing' | 'paused'

export interface PlayerState {
  order: PlayOrder
  track: Track | undefined
  status: PlayerStatus
  positionSeconds: number
  /** The duration in the file's header; until that is read, the one of the archive. */
  durationSeconds: number
  /** Seconds that are buffered after the position. */
  bufferedSeconds: number
  /** 0 to 1; kept while muted. */
  volume: number
  isMuted: boolean
  /** The speed: seconds of the track that are played in one second. */
  rate: number
  /** The browser has rejected a start without a press. */
  needsPress: boolean
}

export function silence(volume: number, rate = 1): PlayerState {
  return {
    order: NOTHING_CHOSEN,
    track: undefined,
    status: 'empty',
    positionSeconds: 0,
    durationSeconds: 0,
    bufferedSeconds: 0,
    volume,
    isMuted: false,
    rate,
    needsPress: false,
  }
}

/** Whether the player plays or is about to play. */
export function isSounding(status: PlayerStatus): boolean {
  return status === 'playing' || status === 'loading' || status === 'buffering'
}

/** 0 to 100 in steps of 0.1. See docs/product.md §8.4. */
export function percentPlayed({
  positionSeconds,
  durationSeconds,
}: Pick<PlayerState, 'positionSeconds' | 'durationSeconds'>): number {
  return percentOf(positionSeconds, durationSeconds)
}

/** 0 to 100 in steps of 0.1. */
export function percentBuffered({ bufferedSeconds, durationSeconds }: PlayerState): number {
  return percentOf(bufferedSeconds, durationSeconds)
}

function percentOf(seconds: number, durationSeconds: number): number {
  if (durationSeconds <= 0) return 0
  return Math.min(100, Math.max(0, Math.round((seconds / durationSeconds) * 1000) / 10))
}
