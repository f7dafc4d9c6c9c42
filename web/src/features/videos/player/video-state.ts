/** The visible state of an open video. */
export interface VideoState {
  /** `loading` until its duration is known, `failed` with a `problem`. */
  status: 'loading' | 'ready' | 'failed'
  isPlaying: boolean
  /** Whether the video waits for data during playback. */
  isWaiting: boolean
  /** The file was requested again after a failure and has not played since. The next failure is shown. */
  isRetry: boolean
  /** The position to restore once the file is open, seconds. */
  goalSeconds: number | undefined
  positionSeconds: number
  durationSeconds: number
  /** The end of the buffered range at the position, seconds. */
  bufferedSeconds: number
  /** 0 to 1. */
  volume: number
  isMuted: boolean
  isPicture: boolean
  /** German error text, after a failure. */
  problem: string | undefined
}

/** The default volume of videos. */
const FIRST_VOLUME = 0.8
/** The step of the volume. See docs/product.md §11.3. */
export const VOLUME_STEP = 0.1

export function unopened({
  durationSeconds,
  firstVolume = FIRST_VOLUME,
  startSeconds,
}: {
  durationSeconds: number
  firstVolume: number | undefined
  startSeconds: number | undefined
}): VideoState {
  return {
    status: 'loading',
    isPlaying: false,
    isWaiting: false,
    isRetry: false,
    goalSeconds: startSeconds,
    positionSeconds: 0,
    durationSeconds,
    bufferedSeconds: 0,
    volume: firstVolume,
    isMuted: false,
    isPicture: false,
    problem: undefined,
  }
}

/** Rounds to tenths, so that steps do not accumulate errors. */
export function wholeStep(volume: number): number {
  return Math.min(1, Math.max(0, Math.round(volume * 10) / 10))
}

/** The end of the buffered range that contains this position. */
export function bufferedEnd(seconds: number, ranges: TimeRanges): number {
  for (let index = 0; index < ranges.length; index += 1) {
    if (seconds >= ranges.start(index) - 0.1 && seconds <= ranges.end(index)) return ranges.end(index)
  }
  return seconds
}
