import { afterFailure, type LoadOutcome } from './after-failure.ts'
import {
  isOpen,
  statusOf,
  type Attempt,
  type PlaybackEffect,
  type PlaybackEvent,
  type PlaybackFailure,
  type PlaybackPhase,
  type PlaybackState,
} from './playback-state.ts'
import { NO_RETRIES, retryAt } from './retries.ts'

export interface Transition {
  state: PlaybackState
  effects: readonly PlaybackEffect[]
}

type Handlers = {
  readonly [T in PlaybackEvent['type']]?: (
    state: PlaybackState,
    event: Extract<PlaybackEvent, { type: T }>,
  ) => Transition
}

const to = (state: PlaybackState, phase: PlaybackPhase, ...effects: PlaybackEffect[]): Transition => ({
  state: { ...state, phase },
  effects,
})

/** Requests the URL of the track; its file is opened when the URL has arrived. */
const request = (state: PlaybackState, attempt: Attempt): Transition =>
  to(
    state,
    { name: 'requesting' },
    ...(isOpen(state.phase) ? [{ type: 'pauseSound' } as const] : []),
    { type: 'startTimeout' },
    { type: 'requestAddress', attempt },
  )
const requestAgain = (state: PlaybackState): Transition => request(state, 'again')

const requestAfterPause = (state: PlaybackState): Transition =>
  request(state, state.phase.name === 'retrying' ? state.phase.attempt : 'again')

/** Plays the open file. */
const play = (state: PlaybackState): Transition =>
  to(state, { name: 'waiting', shown: 'loading' }, { type: 'startTimeout' }, { type: 'play' })

/** Stops the sound. If `started` was emitted for the track, `paused` is emitted now. */
const silence = (
  state: PlaybackState,
  phase: PlaybackPhase,
  before: readonly PlaybackEffect[] = [],
  after: readonly PlaybackEffect[] = [],
): Transition => {
  const paused: PlaybackEffect[] = state.hasStarted ? [{ type: 'emit', event: 'paused' }] : []
  return to({ ...state, hasStarted: false }, phase, ...before, ...paused, ...after)
}

/** Pauses while no file is open. The phase `closed` ignores a URL or an answer of the server that arrives later. */
const abandon = (state: PlaybackState): Transition => silence(state, { name: 'closed' })
const pause = (state: PlaybackState): Transition =>
  silence(state, { name: 'paused' }, [{ type: 'pauseSound' }])

const end = (state: PlaybackState): Transition =>
  to(
    { ...state, hasStarted: false, failuresInARow: 0 },
    state.phase,
    { type: 'emit', event: 'ended' },
    { type: 'end' },
  )

const sounds = (state: PlaybackState): Transition =>
  to(
    { ...state, hasStarted: true },
    { name: 'playing' },
    ...(state.hasStarted ? [] : [{ type: 'emit', event: 'started' } as const]),
  )

/**
 * Asks the server for the reason of a failure. A track that was playing is shown as buffering, and its loading timeout
 * starts.
 */
function probe(state: PlaybackState, failure: PlaybackFailure): Transition {
  const status = statusOf(state.phase)
  const shown = status === 'loading' ? 'loading' : 'buffering'
  const effects: PlaybackEffect[] = status === 'playing' ? [{ type: 'startTimeout' }] : []
  return to(state, { name: 'probing', shown }, ...effects, { type: 'probe', failure })
}

const timedOut = (state: PlaybackState): Transition => probe(state, 'timeout')

const soundFailed = (
  state: PlaybackState,
  { failure, positionSeconds }: Extract<PlaybackEvent, { type: 'soundFailed' }>,
): Transition => {
  // The player itself has aborted the loading.
  if (failure === 'aborted') return { state, effects: [] }
  // For a decoding error the server need not be asked.
  if (failure === 'decode') return decide(state, failure, 'there', positionSeconds)
  return probe(state, failure)
}

const loseConnection = (state: PlaybackState, before: readonly PlaybackEffect[] = []): Transition =>
  silence(state, { name: 'disconnected' }, before, [
    { type: 'fail', step: 'wait', loadOutcome: 'unreachable' },
  ])

/** Decides what follows a failure, from the server's answer about the file. */
function decide(
  state: PlaybackState,
  failure: PlaybackFailure,
  loadOutcome: LoadOutcome,
  positionSeconds: number,
): Transition {
  const { retries, pause: retryPause } =
    loadOutcome === 'there'
      ? retryAt(state.retries, positionSeconds)
      : { retries: state.retries, pause: undefined }
  const failuresInARow = state.failuresInARow + 1
  const mayRetry = retryPause !== undefined
  const step = afterFailure({ failure, loadOutcome, mayRetry, failuresInARow })
  const shown = statusOf(state.phase) === 'loading' ? 'loading' : 'buffering'
  if (step === 'retry') {
    const retried = { ...state, retries }
    const attempt = failure === 'unsupported' ? 'rejected' : 'again'
    return retryPause
      ? to(retried, { name: 'retrying', shown, attempt }, { type: 'waitForRetry', pause: retryPause })
      : request(retried, attempt)
  }
  if (step === 'wait') {
    return failure === 'timeout'
      ? loseConnection(state, [{ type: 'watchConnection' }])
      : to(state, { name: 'reconnecting', shown }, { type: 'watchConnection' })
  }
  const failed = { ...state, retries, failuresInARow: step === 'stop' ? 0 : failuresInARow }
  return silence(failed, { name: 'closed' }, [{ type: 'closeSound' }], [{ type: 'fail', step, loadOutcome }])
}

/** The file was open when the listener's access to it ended: what is left of it must not play. */
const loseAccess = (
  state: PlaybackState,
  { loadOutcome }: Extract<PlaybackEvent, { type: 'accessLost' }>,
): Transition => decide(state, 'network', loadOutcome, 0)

/** The event handlers of each phase. An event without a handler changes nothing. */
const transitions: Readonly<Record<PlaybackPhase['name'], Handlers>> = {
  closed: {},
  paused: {
    // The operating system may resume playback without a command of the player.
    soundPlaying: sounds,
    soundEnded: end,
    // The file is closed; it is opened again when playback is resumed.
    soundFailed: (state, { failure }) =>
      failure === 'aborted' ? { state, effects: [] } : to(state, { name: 'closed' }),
    accessLost: (state) => to(state, { name: 'closed' }, { type: 'closeSound' }),
  },
  cueing: {
    address: (state, { address }) => to(state, { name: 'paused' }, { type: 'load', address }),
    noAddress: abandon,
    pause: abandon,
  },
  requesting: {
    address: (state, { address }) =>
      to(state, { name: 'waiting', shown: 'loading' }, { type: 'open', address }),
    noAddress: (state) => probe(state, 'network'),
    timeout: timedOut,
    online: requestAgain,
    pause: abandon,
  },
  waiting: {
    soundPlaying: sounds,
    soundPaused: (state) => silence(state, { name: 'paused' }),
    soundEnded: end,
    soundFailed,
    timeout: timedOut,
    // The file is requested now, because the browser's own retry may come much later.
    online: requestAgain,
    accessLost: loseAccess,
    pause,
  },
  playing: {
    soundPlaying: sounds,
    soundWaiting: (state) => to(state, { name: 'waiting', shown: 'buffering' }, { type: 'startTimeout' }),
    soundPaused: (state) => silence(state, { name: 'paused' }),
    soundEnded: end,
    soundFailed,
    accessLost: loseAccess,
    pause,
  },
  probing: {
    probed: (state, { failure, loadOutcome, positionSeconds }) =>
      decide(state, failure, loadOutcome, positionSeconds),
    timeout: timedOut,
    online: requestAgain,
    pause: abandon,
  },
  retrying: { waited: requestAfterPause, timeout: timedOut, online: requestAgain, pause: abandon },
  reconnecting: {
    reconnected: requestAgain,
    timeout: (state) => loseConnection(state),
    online: requestAgain,
    pause: abandon,
  },
  disconnected: {
    reconnected: requestAgain,
    online: requestAgain,
    watchExpired: abandon,
    pause: abandon,
  },
}

/** Handles the events that have the same meaning in every phase; undefined for other events. */
function always(state: PlaybackState, event: PlaybackEvent): Transition | undefined {
  switch (event.type) {
    case 'start': {
      const failuresInARow = event.isAfterFailure ? state.failuresInARow : 0
      const fresh = { ...state, retries: NO_RETRIES, failuresInARow, hasStarted: false }
      return event.isLoaded ? play(fresh) : request(fresh, 'first')
    }
    case 'cue': {
      const fresh = { ...state, retries: NO_RETRIES, failuresInARow: 0 }
      return event.isLoaded
        ? silence(fresh, { name: 'paused' })
        : silence(fresh, { name: 'cueing' }, isOpen(state.phase) ? [{ type: 'pauseSound' }] : [], [
            { type: 'requestAddress', attempt: 'first' },
          ])
    }
    case 'resume': {
      const fresh = { ...state, retries: NO_RETRIES, failuresInARow: 0 }
      return isOpen(state.phase) ? play(fresh) : request(fresh, 'first')
    }
    case 'seek':
      return to({ ...state, retries: NO_RETRIES }, state.phase)
    case 'overcome':
      return to({ ...state, failuresInARow: 0 }, state.phase)
    case 'rest':
      return isOpen(state.phase)
        ? silence(state, { name: 'paused' }, [{ type: 'pauseSound' }, { type: 'rewind' }])
        : abandon(state)
    case 'close':
      return silence(state, { name: 'closed' }, [], [{ type: 'closeSound' }])
    default:
      return undefined
  }
}

/**
 * The state after an event, and the effects to run. If the event has no meaning in the current phase, the state is the
 * same and there are no effects.
 */
export function playbackAfter(state: PlaybackState, event: PlaybackEvent): Transition {
  return always(state, event) ?? inPhase(state, event)
}

function inPhase<T extends PlaybackEvent['type']>(
  state: PlaybackState,
  event: Extract<PlaybackEvent, { type: T }>,
): Transition {
  const handlers: Handlers = transitions[state.phase.name]
  return handlers[event.type]?.(state, event) ?? { state, effects: [] }
}
