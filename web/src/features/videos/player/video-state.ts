/** The state of an open video, as its controls show it. */
export interface VideoState {
  /** `loading` until the duration is known; `failed` if there is a `problem`. */
  status: 'loading' | 'ready' | 'failed'
  isPlaying: boolean
  /** Whether the video waits for data during playback. */
  isWaiting: boolean
  /** Whether the file was requested again after a failure and has not played since. The next failure is then shown. */
  isRetry: boolean
  /** The position in seconds that is restored when the file is open; undefined if none is. */
  goalSeconds: number | undefined
  positionSeconds: number
  durationSeconds: number
  /** The second up to which everything from the position on is buffered. */
  bufferedSeconds: number
  /** 0 to 1. */
  volume: number
  isMuted: boolean
  isPicture: boolean
  /** German error text, after a failure. */
  problem: string | undefined
}

/** The volume of videos (0 to 1) in a browser in which none was chosen yet. */
export const FIRST_VOLUME = 0.8
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

/** Rounds a volume to tenths, so that rounding errors do not add up over several steps. */
export function wholeStep(volume: number): number {
  return Math.min(1, Math.max(0, Math.round(volume * 10) / 10))
}

/** The end of the buffered range that contains this position, in seconds. */
export function bufferedEnd(seconds: number, ranges: TimeRanges): number {
  for (let index = 0; index < ranges.length; index += 1) {
    if (seconds >= ranges.start(index) - 0.1 && seconds <= ranges.end(index)) return ranges.end(index)
  }
  return seconds
}
