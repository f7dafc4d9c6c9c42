import type { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'

/**
 * Limits of unread bytes. A client that leaves more bytes unread is disconnected: at once above the first limit, after
 * a while above the second one. See docs/security-requirements.md W-03.
 */
const UNREAD_MAX_BYTES = 1024 * 1024
const UNREAD_LONG_BYTES = 256 * 1024
const SLOW_CONSUMER_MS = 10_000

export type CloseCode = (typeof SOCKET_CLOSED)[keyof typeof SOCKET_CLOSED]

/** The life cycle of a connection. Times are those of `performance`, in milliseconds. */
export type ConnectionState =
  | {
      name: 'open'
      /** The time at which a frame last arrived. A browser answers pings without the page. */
      lastReceivedAt: number
      /** The time at which a valid message last arrived. A page sends one every ten seconds. */
      lastMessageAt: number
      /** True when no message has arrived for too long. The member is then shown as offline. */
      isSilent: boolean
      /** True when no frame has arrived for half of `silentAfterMs`. Each sweep then sends a ping. */
      awaitsPong: boolean
      /** The time since which too many bytes are unread; undefined while the client reads fast enough. */
      slowSince: number | undefined
    }
  /** A close frame was sent. The client has a short time to answer it. */
  | { name: 'closing'; code: CloseCode }
  /** The socket is being destroyed. */
  | { name: 'terminating' }
  | { name: 'closed' }

export type ConnectionEvent =
  /** Any frame arrived, also a pong or an invalid message. */
  | { type: 'received'; at: number }
  | { type: 'message'; at: number }
  /** Bytes were queued for a client that has not yet read all previous bytes. */
  | { type: 'written'; at: number; unreadBytes: number }
  | { type: 'swept'; at: number; unreadBytes: number; silentAfterMs: number }
  | { type: 'close'; code: CloseCode }
  /** The client did not answer the close frame, or does not get a close frame. */
  | { type: 'terminate' }
  /** The socket has closed. */
  | { type: 'ended' }

type Named<N extends ConnectionState['name']> = Extract<ConnectionState, { name: N }>
type Handlers<N extends ConnectionState['name']> = {
  readonly [T in ConnectionEvent['type']]?: (
    state: Named<N>,
    event: Extract<ConnectionEvent, { type: T }>,
  ) => ConnectionState
}

const terminate = (): ConnectionState => ({ name: 'terminating' })
const ended = (): ConnectionState => ({ name: 'closed' })

/** For each state, the handlers of events. An event without a handler does not change the state. */
const transitions: { readonly [N in ConnectionState['name']]: Handlers<N> } = {
  open: {
    received: (state, { at }) => ({ ...state, lastReceivedAt: at, awaitsPong: false }),
    message: (state, { at }) => ({
      ...state,
      lastReceivedAt: at,
      lastMessageAt: at,
      isSilent: false,
      awaitsPong: false,
    }),
    written: (state, { at, unreadBytes }) => {
      if (unreadBytes > UNREAD_MAX_BYTES) return terminate()
      return isTooMuch(unreadBytes) ? { ...state, slowSince: state.slowSince ?? at } : state
    },
    swept: (state, { at, unreadBytes, silentAfterMs }) => {
      const idleMs = at - state.lastReceivedAt
      const slowSince = isTooMuch(unreadBytes) ? state.slowSince : undefined
      if (idleMs > silentAfterMs || at - (slowSince ?? at) > SLOW_CONSUMER_MS) return terminate()
      return {
        ...state,
        slowSince,
        awaitsPong: idleMs > silentAfterMs / 2,
        isSilent: state.isSilent || at - state.lastMessageAt > silentAfterMs,
      }
    },
    close: (_state, { code }) => ({ name: 'closing', code }),
    terminate,
    ended,
  },
  closing: { terminate, ended },
  terminating: { ended },
  closed: {},
}

export function openedConnection(at: number): ConnectionState {
  return {
    name: 'open',
    lastReceivedAt: at,
    lastMessageAt: at,
    isSilent: false,
    awaitsPong: false,
    slowSince: undefined,
  }
}

/** Whether a client may be a slow consumer. With fewer unread bytes, a write needs no event. */
export function isTooMuch(unreadBytes: number): boolean {
  return unreadBytes > UNREAD_LONG_BYTES
}

/** The state after an event. It is the same object when the event changes nothing. */
export function connectionAfter<N extends ConnectionState['name'], T extends ConnectionEvent['type']>(
  state: Named<N>,
  event: Extract<ConnectionEvent, { type: T }>,
): ConnectionState {
  const handlers: Handlers<N> = transitions[state.name]
  return handlers[event.type]?.(state, event) ?? state
}
