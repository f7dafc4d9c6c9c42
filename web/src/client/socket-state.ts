import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'

/**
 * `disconnected`: not wanted, without a network, or another page has taken over. `connecting`: a try runs or is
 * planned. `error`: the server turned us away; tried again. `failed`: given up until somebody asks. Spec §4.
 */
export type SocketStatus = 'disconnected' | 'connecting' | 'connected' | 'error' | 'failed'

export interface SocketState {
  status: SocketStatus
  /** Tries since it was connected last. */
  tries: number
  /** Milliseconds to wait until the next try; undefined: none is planned, or it runs. */
  pause: number | undefined
}

export type SocketEvent =
  /** It is wanted: the page was opened, came into view or on line again, or somebody asked. */
  | { type: 'wake' }
  /** The pause is over. */
  | { type: 'try' }
  /** The server has said something. */
  | { type: 'heard' }
  /** `spread`, 0 to 1, keeps all browsers from coming back in the same moment. */
  | { type: 'closed'; code: number; isOnline: boolean; spread: number }
  | { type: 'stop' }

/** Spec §9. */
export const MAX_TRIES = 5
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000

export const UNCONNECTED: SocketState = { status: 'disconnected', tries: 0, pause: undefined }

/** Tells that the server heard us but does not want us now. */
const TURNED_AWAY = new Set<number>([
  SOCKET_CLOSED.policy,
  SOCKET_CLOSED.tooBig,
  SOCKET_CLOSED.tryLater,
  SOCKET_CLOSED.noSession,
  SOCKET_CLOSED.unverified,
])

/** Whether a try runs in this state, so that a socket has to be there. */
export function isTrying({ status, pause }: SocketState): boolean {
  return status === 'connecting' && pause === undefined
}

/** What becomes of the connection: reconnects with pauses of 1 s, doubled up to 30 s, five times. Spec §4. */
export function socketAfter(state: SocketState, event: SocketEvent): SocketState {
  switch (event.type) {
    case 'wake':
      return state.status === 'connected' || isTrying(state)
        ? state
        : { status: 'connecting', tries: 0, pause: undefined }
    case 'try':
      return state.pause === undefined ? state : { ...state, status: 'connecting', pause: undefined }
    case 'heard':
      return state.status === 'connected' ? state : { status: 'connected', tries: 0, pause: undefined }
    case 'closed':
      return afterClose(state, event)
    default:
      return UNCONNECTED
  }
}

function afterClose(
  { tries }: SocketState,
  { code, isOnline, spread }: Extract<SocketEvent, { type: 'closed' }>,
): SocketState {
  if (code === SOCKET_CLOSED.replaced) return UNCONNECTED
  if (tries >= MAX_TRIES) return { status: 'failed', tries, pause: undefined }
  const pause = Math.min(FIRST_PAUSE * 2 ** tries * (1 + spread / 2), LONGEST_PAUSE)
  const status = TURNED_AWAY.has(code) ? 'error' : isOnline ? 'connecting' : 'disconnected'
  return { status, tries: tries + 1, pause: Math.round(pause) }
}
