import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'

/**
 * `disconnected`: not wanted, without a network, or replaced by another page. `connecting`: an attempt is
 * running or planned. `error`: the server did not answer the last attempt, or rejected it. `failed`: five
 * attempts have failed. Only `disconnected` without a pause is final; all other states lead to further
 * attempts. See docs/product.md §19.3.
 */
export type SocketStatus = 'disconnected' | 'connecting' | 'connected' | 'error' | 'failed'

export interface SocketState {
  status: SocketStatus
  /** Attempts since the last connection. */
  tries: number
  /** Milliseconds until the next attempt; undefined when none is planned or an attempt is running. */
  pause: number | undefined
  /**
   * The server has answered but closed the connection deliberately. An HTTP response of that server does not cause an
   * earlier attempt then.
   */
  isRejected: boolean
}

export type SocketEvent =
  /**
   * A connection is wanted: the page was opened, became visible or online again, or the member has pressed
   * retry.
   */
  | { type: 'wake' }
  /** The pause is over: start the attempt. */
  | { type: 'try' }
  /** The server has answered over HTTP; the next attempt may begin after this number of milliseconds. */
  | { type: 'reachable'; pause: number }
  /** The server has sent a message. */
  | { type: 'heard' }
  /** `spread`, 0 to 1, distributes the reconnects of all browsers over time. */
  | { type: 'closed'; code: number; isOnline: boolean; spread: number }
  | { type: 'stop' }

/** See docs/product.md §19.3. */
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

/** Close codes with which a reachable server rejects the connection for now. */
const REJECTED = new Set<number>([
  SOCKET_CLOSED.policy,
  SOCKET_CLOSED.tooBig,
  SOCKET_CLOSED.tryLater,
  SOCKET_CLOSED.noSession,
  SOCKET_CLOSED.unverified,
])

/** Whether an attempt is running in this state, so that there is a socket. */
export function isTrying({ status, pause }: SocketState): boolean {
  return pause === undefined && status !== 'connected' && status !== 'disconnected'
}

/**
 * The next state. Attempts follow after 1 s, doubled up to 30 s, five times; then every 30 s. After five
 * failed attempts the state is `failed`, and stays visible during later attempts. See docs/product.md §19.3.
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

/** An error stays visible until an attempt succeeds; an interruption is shown as connecting. */
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
    // 22.5 s to 30 s, so that browsers do not reconnect in the same second.
    const pause = Math.round(LONGEST_PAUSE * (1 - spread / 4))
    return { status: isOnline ? 'failed' : 'disconnected', tries, pause, isRejected }
  }
  const pause = Math.round(Math.min(FIRST_PAUSE * 2 ** tries * (1 + spread / 2), LONGEST_PAUSE))
  // A closed attempt means that the server is unreachable. An open connection was only interrupted.
  const isError = isRejected || isTrying(state)
  const status = isError ? 'error' : 'connecting'
  return { status: isOnline || isRejected ? status : 'disconnected', tries: tries + 1, pause, isRejected }
}
