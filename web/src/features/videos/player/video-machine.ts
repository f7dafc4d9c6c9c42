import { NO_URL, VIDEO_ABORTED, VIDEO_NETWORK, VIDEO_UNSUPPORTED, videoProblem } from './video-problem.ts'
import { bufferedEnd, type VideoState } from './video-state.ts'

export type VideoEvent =
  /** The video element is mounted. */
  | { type: 'attached' }
  /** The archive has no URL for the video. */
  | { type: 'noAddress' }
  /** The metadata was loaded. `hasPicture`: whether the browser can decode the pictures, not only the sound. */
  | { type: 'opened'; hasPicture: boolean }
  /** The position of the video element was read. */
  | { type: 'looked'; currentTime: number; duration: number; buffered: TimeRanges }
  /** The video element has emitted an event. `stopped`: it has paused or ended. */
  | { type: 'play' | 'playing' | 'waiting' | 'stopped' }
  | { type: 'picture'; isPicture: boolean }
  /** The video element has failed with this error code. `isOpen`: whether a file was open. */
  | { type: 'failed'; code: number | undefined; isOpen: boolean }
  /** The browser is online again. */
  | { type: 'online' }
  | { type: 'retry' }
  | { type: 'toggle'; isPaused: boolean }
  | { type: 'pause' }
  | { type: 'seek'; seconds: number }

export type VideoEffect =
  /** Request the URL of the video and open it. `isFresh`: with a new ticket. `playsThen`: play when it is open. */
  | { type: 'request'; isFresh: boolean; playsThen: boolean }
  /** Start or cancel the delayed autoplay. The viewer cancels it by using any control. */
  | { type: 'startAutoplay' | 'cancelAutoplay' }
  | { type: 'play' | 'pause' }
  | { type: 'seekTo'; seconds: number }
  /** Read the position of the video element. */
  | { type: 'look' }
  | { type: 'savePosition' }

export interface VideoTransition {
  state: VideoState
  effects: readonly VideoEffect[]
}

type EventOf<T extends VideoEvent['type']> = Extract<VideoEvent, { type: T }>

const to = (state: VideoState, change: Partial<VideoState>, ...effects: VideoEffect[]): VideoTransition => ({
  state: { ...state, ...change },
  effects,
})

const request = (state: VideoState, playsThen: boolean): VideoTransition =>
  to(
    state,
    { status: 'loading', problem: undefined, isRetry: true },
    { type: 'request', isFresh: true, playsThen },
  )

const stop = (state: VideoState, problem: string): VideoTransition =>
  to(
    state,
    { status: 'failed', isPlaying: false, isWaiting: false, problem },
    { type: 'cancelAutoplay' },
    { type: 'pause' },
  )

function fail(state: VideoState, { code, isOpen }: EventOf<'failed'>): VideoTransition {
  const { status, isPlaying, isRetry, positionSeconds, goalSeconds } = state
  const from = { ...state, goalSeconds: positionSeconds > 0 ? positionSeconds : goalSeconds }
  const isInterrupted = code === VIDEO_NETWORK || (code === VIDEO_UNSUPPORTED && status === 'ready')
  // The ticket may have expired, or the connection may have been lost. So the video is requested once more, from the
  // same position, before the error is shown.
  if (isInterrupted && !isRetry) return request(from, isPlaying)
  // This error is caused by closing the video.
  if (code === VIDEO_ABORTED && !isOpen) return to(from, {})
  return stop(from, videoProblem(code))
}

function open(state: VideoState, { hasPicture }: EventOf<'opened'>): VideoTransition {
  // If browsers can decode the sound but not the pictures of a video, some of them report no error.
  if (!hasPicture) return fail(state, { type: 'failed', code: VIDEO_UNSUPPORTED, isOpen: true })
  const { goalSeconds } = state
  const seek: VideoEffect[] = goalSeconds === undefined ? [] : [{ type: 'seekTo', seconds: goalSeconds }]
  return to(state, { status: 'ready', goalSeconds: undefined }, ...seek, { type: 'look' })
}

function look(state: VideoState, { currentTime, duration, buffered }: EventOf<'looked'>): VideoTransition {
  // Until playback has reached the position that is to be restored, that position is displayed.
  const positionSeconds = state.goalSeconds ?? currentTime
  return to(state, {
    positionSeconds,
    bufferedSeconds: bufferedEnd(positionSeconds, buffered),
    ...(Number.isFinite(duration) && { durationSeconds: duration }),
  })
}

function toggle(state: VideoState, isPaused: boolean): VideoTransition {
  const { state: after, effects } =
    state.status === 'failed' ? request(state, true) : to(state, {}, { type: isPaused ? 'play' : 'pause' })
  return { state: after, effects: [{ type: 'cancelAutoplay' }, ...effects] }
}

function seek(state: VideoState, seconds: number): VideoTransition {
  const positionSeconds = Math.min(Math.max(0, seconds), state.durationSeconds)
  return state.status === 'ready'
    ? to(state, { positionSeconds }, { type: 'seekTo', seconds: positionSeconds })
    : to(state, { positionSeconds, goalSeconds: positionSeconds })
}

/** For each event, a function that returns the next state and the effects to run. */
const transitions: {
  readonly [T in VideoEvent['type']]: (state: VideoState, event: EventOf<T>) => VideoTransition
} = {
  attached: (state) =>
    to(
      state,
      { status: 'loading', problem: undefined },
      { type: 'startAutoplay' },
      { type: 'request', isFresh: false, playsThen: false },
    ),
  noAddress: (state) => stop(state, NO_URL),
  opened: open,
  looked: look,
  play: (state) => to(state, { isPlaying: true }),
  playing: (state) => to(state, { isRetry: false, isWaiting: false }),
  waiting: (state) => to(state, { isWaiting: true }),
  stopped: (state) =>
    to(state, { isPlaying: false, isWaiting: false }, { type: 'look' }, { type: 'savePosition' }),
  picture: (state, { isPicture }) => to(state, { isPicture }),
  failed: fail,
  online: (state) => (state.status === 'failed' ? request(state, true) : to(state, {})),
  retry: (state) => request(state, true),
  toggle: (state, { isPaused }) => toggle(state, isPaused),
  pause: (state) => to(state, {}, { type: 'cancelAutoplay' }, { type: 'pause' }),
  seek: (state, { seconds }) => seek(state, seconds),
}

export function videoAfter<T extends VideoEvent['type']>(
  state: VideoState,
  event: EventOf<T>,
): VideoTransition {
  const transition: (from: VideoState, event: EventOf<T>) => VideoTransition = transitions[event.type]
  return transition(state, event)
}
