import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'

/**
 * `disconnected`: not wanted, without a network, or another page has taken over. `connecting`: a try runs or is
 * planned. `error`: the server did not answer the last try, or turned us away. `failed`: five tries were in vain.
 * Only `disconnected` without a pause stays as it is; everything else is tried again. See docs/product.md §19.3.
 */
export type SocketStatus = 'disconnected' | 'connecting' | 'connected' | 'error' | 'failed'

export interface SocketState {
  status: SocketStatus
  /** Tries since it was connected last. */
  tries: number
  /** Milliseconds to wait until the next try; undefined: none is planned, or it runs. */
  pause: number | undefined
  /** The server answered and closed on purpose: an answer of the same server is no reason to try sooner. */
  isRejected: boolean
}

export type SocketEvent =
  /** It is wanted: the page was opened, came into view or on line again, or somebody asked. */
  | { type: 'wake' }
  /** The pause is over. */
  | { type: 'try' }
  /** The server has answered over HTTP; the next try may begin after so many milliseconds. */
  | { type: 'reachable'; pause: number }
  /** The server has said something. */
  | { type: 'heard' }
  /** `spread`, 0 to 1, keeps all browsers from coming back in the same moment. */
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

/** Tells that the server heard us but does not want us now. */
const REJECTED = new Set<number>([
  SOCKET_CLOSED.policy,
  SOCKET_CLOSED.tooBig,
  SOCKET_CLOSED.tryLater,
  SOCKET_CLOSED.noSession,
  SOCKET_CLOSED.unverified,
])

/** Whether a try runs in this state, so that a socket has to be there. */
export function isTrying({ status, pause }: SocketState): boolean {
  return pause === undefined && status !== 'connected' && status !== 'disconnected'
}

/**
 * What becomes of the connection: tries after 1 s, doubled up to 30 s, five times; then every 30 s. The state after the
 * five tries is `failed`; it stays visible while the later tries run. See docs/product.md §19.3.
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

/** A failure stays on screen until a try succeeds; what was only interrupted reads as connecting. */
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
    // 22.5 s to 30 s, so that not all browsers come in the same second.
    const pause = Math.round(LONGEST_PAUSE * (1 - spread / 4))
    return { status: isOnline ? 'failed' : 'disconnected', tries, pause, isRejected }
  }
  const pause = Math.round(Math.min(FIRST_PAUSE * 2 ** tries * (1 + spread / 2), LONGEST_PAUSE))
  // A try that was never answered: the server is not reachable. A connection that stood was only interrupted.
  const isError = isRejected || isTrying(state)
  const status = isError ? 'error' : 'connecting'
  return { status: isOnline || isRejected ? status : 'disconnected', tries: tries + 1, pause, isRejected }
}
