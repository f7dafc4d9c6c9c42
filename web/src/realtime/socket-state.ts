import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'

/**
 * `disconnected`: no connection is wanted, there is no network, or another page has replaced this connection.
 * `connecting`: an attempt to connect is running or planned. `error`: the server has not answered the last attempt, or
 * has rejected it. `failed`: five attempts have failed. Further attempts follow in all states, except in `disconnected`
 * without a `pause`. See docs/product.md §19.3.
 */
export type SocketStatus = 'disconnected' | 'connecting' | 'connected' | 'error' | 'failed'

export interface SocketState {
  status: SocketStatus
  /** How many attempts to connect were made since the last connection. */
  tries: number
  /** Milliseconds until the next attempt to connect; undefined when none is planned, or when one is running. */
  pause: number | undefined
  /**
   * Whether the server has answered, but has closed the connection deliberately. Then an HTTP response of that server
   * does not cause an earlier attempt.
   */
  isRejected: boolean
}

export type SocketEvent =
  /**
   * A connection is wanted: the page was opened, has become visible or is online again, or the member has pressed
   * retry.
   */
  | { type: 'wake' }
  /** The pause is over, so the next attempt must start. */
  | { type: 'try' }
  /** The server has answered an HTTP call; the next attempt may start after this many milliseconds. */
  | { type: 'reachable'; pause: number }
  /** The server has sent a message over the connection. */
  | { type: 'heard' }
  /**
   * The connection was closed, or an attempt has failed. `spread` (0 to 1, random) distributes the attempts of all
   * browsers over time.
   */
  | { type: 'closed'; code: number; isOnline: boolean; spread: number }
  | { type: 'stop' }

/** Number of failed attempts after which the status is `failed`. See docs/product.md §19.3. */
export const MAX_TRIES = 5
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000

export const UNCONNECTED: SocketState = {
  status: 'disconnected',
  tries: 0,
  pause: undefined,
  isRejected: false,
}
const FIRST_TRY: SocketState = { ...UNCONNECTED, status: 'connecting' }
const CONNECTED: SocketState = { ...UNCONNECTED, status: 'connected' }

/** Close codes with which a server that can be reached rejects the connection for now. */
const REJECTED = new Set<number>([
  SOCKET_CLOSED.policy,
  SOCKET_CLOSED.tooBig,
  SOCKET_CLOSED.tryLater,
  SOCKET_CLOSED.noSession,
  SOCKET_CLOSED.unverified,
])

/** Whether an attempt to connect is running, so that there is a socket. */
export function isTrying({ status, pause }: SocketState): boolean {
  return pause === undefined && status !== 'connected' && status !== 'disconnected'
}

/**
 * The state after an event. Attempts follow after 1 s; each further pause is twice as long, up to 30 s. After five
 * failed attempts the status is `failed`; it stays so during later attempts, about every 30 s. See docs/product.md
 * §19.3.
 */
export function socketAfter(state: SocketState, event: SocketEvent): SocketState {
  switch (event.type) {
    case 'wake':
      return state.status === 'connected' || isTrying(state) ? state : FIRST_TRY
    case 'try':
      return state.pause === undefined ? state : { ...state, status: whileTrying(state), pause: undefined }
    case 'reachable':
      return state.pause === undefined || state.isRejected ? state : { ...state, pause: event.pause }
    case 'heard':
      return state.status === 'connected' ? state : CONNECTED
    case 'closed':
      return afterClose(state, event)
    default:
      return UNCONNECTED
  }
}

/** The status during an attempt: an error stays displayed until an attempt succeeds; otherwise it is `connecting`. */
function whileTrying({ status }: SocketState): SocketStatus {
  return status === 'disconnected' ? 'connecting' : status
}

function afterClose(
  state: SocketState,
  { code, isOnline, spread }: Extract<SocketEvent, { type: 'closed' }>,
): SocketState {
  if (code === SOCKET_CLOSED.replaced) return UNCONNECTED
  const { tries } = state
  const isRejected = REJECTED.has(code)
  if (tries >= MAX_TRIES) {
    // A random pause of 22.5 s to 30 s, so that not all browsers reconnect in the same second.
    const pause = Math.round(LONGEST_PAUSE * (1 - spread / 4))
    return { status: isOnline ? 'failed' : 'disconnected', tries, pause, isRejected }
  }
  const pause = Math.round(Math.min(FIRST_PAUSE * 2 ** tries * (1 + spread / 2), LONGEST_PAUSE))
  // A close during an attempt to connect is an error, because the server cannot be reached. The close of an open
  // connection is only an interruption.
  const isError = isRejected || isTrying(state)
  const status = isError ? 'error' : 'connecting'
  return { status: isOnline || isRejected ? status : 'disconnected', tries: tries + 1, pause, isRejected }
}
