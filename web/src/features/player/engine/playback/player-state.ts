import { NOTHING_CHOSEN, type PlayOrder } from '../../order/play-order.ts'
import type { Track } from '#features/tracks/index.ts'

/**
 * `loading`: the track has not played yet. `buffering`: it has played, and its buffer became empty. See docs/product.md
 * §8.1.
 */
export type PlayerStatus = 'empty' | 'loading' | 'buffering' | 'playing' | 'paused'

export interface PlayerState {
  order: PlayOrder
  track: Track | undefined
  status: PlayerStatus
  positionSeconds: number
  /**
   * The duration of the current track: as its file states it, or as the archive states it until the file's header was
   * read.
   */
  durationSeconds: number
  /** The second of the track up to which everything from the position on is buffered. */
  bufferedSeconds: number
  /** 0 to 1. Muting does not change it. */
  volume: number
  isMuted: boolean
  /** The playback rate: seconds of the track that are played in one second. */
  rate: number
  /** Whether the browser has refused to start sound without a user gesture. */
  needsPress: boolean
  /**
   * Whether a listening room determines what plays. The listener's own order is set aside meanwhile, and is not saved.
   */
  isFollowing: boolean
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
    isFollowing: false,
  }
}

/** Whether music plays, or will play as soon as data arrives. */
export function isSounding(status: PlayerStatus): boolean {
  return status === 'playing' || status === 'loading' || status === 'buffering'
}

/** The position as a percentage of the duration, 0 to 100 in steps of 0.1. See docs/product.md §8.4. */
export function percentPlayed({
  positionSeconds,
  durationSeconds,
}: Pick<PlayerState, 'positionSeconds' | 'durationSeconds'>): number {
  return percentOf(positionSeconds, durationSeconds)
}

/** The buffered part as a percentage of the duration, 0 to 100 in steps of 0.1. */
export function percentBuffered({ bufferedSeconds, durationSeconds }: PlayerState): number {
  return percentOf(bufferedSeconds, durationSeconds)
}

function percentOf(seconds: number, durationSeconds: number): number {
  if (durationSeconds <= 0) return 0
  return Math.min(100, Math.max(0, Math.round((seconds / durationSeconds) * 1000) / 10))
}
