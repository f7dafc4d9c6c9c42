/** What shows of a video that is open. */
export interface VideoState {
  /** `loading` until its length is known, `failed` with a `problem`. */
  status: 'loading' | 'ready' | 'failed'
  isPlaying: boolean
  /** It would play, but has to wait for the line. */
  isWaiting: boolean
  /** It was requested again after a failure, and has not played since; another failure is shown. */
  isRetry: boolean
  /** The second to go on from once the file is open. */
  goalSeconds: number | undefined
  positionSeconds: number
  durationSeconds: number
  /** To which second it is here, from the position on. */
  bufferedSeconds: number
  /** 0 to 1. */
  volume: number
  isMuted: boolean
  isPicture: boolean
  /** German sentence, while it has failed. */
  problem: string | undefined
}

/** Where the volume of videos stands until somebody moves it. */
const FIRST_VOLUME = 0.8
/** What the volume goes by. See docs/product.md §11.3. */
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

/** Steps are whole tenths, so that they add up. */
export function wholeStep(volume: number): number {
  return Math.min(1, Math.max(0, Math.round(volume * 10) / 10))
}

/** The end of the loaded part in which this second lies. */
export function bufferedEnd(seconds: number, ranges: TimeRanges): number {
  for (let index = 0; index < ranges.length; index += 1) {
    if (seconds >= ranges.start(index) - 0.1 && seconds <= ranges.end(index)) return ranges.end(index)
  }
  return seconds
}
