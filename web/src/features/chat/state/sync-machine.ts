/** Milliseconds that a missing change may be late before it is requested from the server. */
export const LATE_AT_MOST = 300
export const FIRST_PAUSE = 1000
export const LONGEST_PAUSE = 30_000

/** What is read: all changes after the last known one, or the newest page, which replaces the log. */
export type Reading = 'missed' | 'newest'

/** Whether this tab's log is complete. */
export type SyncState =
  /** The chat is not open; changes are not collected. */
  | { name: 'closed' }
  /** The first page is being read. */
  | { name: 'opening' }
  /** The first page could not be read. */
  | { name: 'failed'; failure: unknown }
  /** The log is complete, as far as known. */
  | { name: 'live' }
  /** A change is missing; it may still arrive. */
  | { name: 'late' }
  /**
   * `next`: what must be read afterwards because of an event during this read. `pause`: milliseconds to wait if this
   * read fails.
   */
  | { name: 'reading'; what: Reading; next?: Reading; pause: number }
  /** Waits this many milliseconds before it reads. */
  | { name: 'pausing'; what: Reading; wait: number; pause: number }

export type SyncEvent =
  /** The chat was opened. */
  | { type: 'open' }
  /** The connection was established (again). */
  | { type: 'connected' }
  /** A change was received before an earlier one. */
  | { type: 'gap' }
  /** The whole log may be wrong. */
  | { type: 'outdated' }
  /** The result of the read is in the log; `isBehind`: changes before later, received ones are still missing. */
  | { type: 'read'; isBehind: boolean }
  | { type: 'readFailed'; failure: unknown }
  /** The wait of `late` or `pausing` is over. */
  | { type: 'waited'; isBehind: boolean }
  | { type: 'reset' }

type Named<N extends SyncState['name']> = Extract<SyncState, { name: N }>
type Handlers<N extends SyncState['name']> = {
  readonly [T in SyncEvent['type']]?: (state: Named<N>, event: Extract<SyncEvent, { type: T }>) => SyncState
}

const read = (what: Reading, pause = FIRST_PAUSE): SyncState => ({ name: 'reading', what, pause })
const open = (): SyncState => ({ name: 'opening' })

/** Of two reads, the one that includes the other. */
const wider = (one: Reading | undefined, other: Reading): Reading => (one === 'newest' ? one : other)

const again = (state: Named<'reading'>, what: Reading): SyncState => ({
  ...state,
  next: wider(state.next, what),
})

/** The handlers of each state; events that are not listed change nothing. */
const transitions: { readonly [N in SyncState['name']]: Handlers<N> } = {
  closed: { open },
  failed: { open, connected: open },
  opening: {
    read: (_state, { isBehind }) => (isBehind ? read('missed') : { name: 'live' }),
    readFailed: (_state, { failure }) => ({ name: 'failed', failure }),
  },
  live: {
    connected: () => read('missed'),
    gap: () => ({ name: 'late' }),
    outdated: () => read('newest'),
  },
  late: {
    connected: () => read('missed'),
    outdated: () => read('newest'),
    waited: (_state, { isBehind }) => (isBehind ? read('missed') : { name: 'live' }),
  },
  reading: {
    connected: (state) => again(state, 'missed'),
    // A gap needs no handler: `isBehind` reports it after the read.
    outdated: (state) => again(state, 'newest'),
    read: ({ next }, { isBehind }) => {
      if (next !== undefined) return { name: 'pausing', what: next, wait: LATE_AT_MOST, pause: FIRST_PAUSE }
      return isBehind ? { name: 'late' } : { name: 'live' }
    },
    readFailed: ({ what, next, pause }) => ({
      name: 'pausing',
      what: wider(next, what),
      wait: pause,
      pause: Math.min(pause * 2, LONGEST_PAUSE),
    }),
  },
  pausing: {
    connected: ({ what }) => read(what),
    outdated: () => read('newest'),
    waited: ({ what, pause }) => read(what, pause),
  },
}

export const CLOSED: SyncState = { name: 'closed' }

/** The state after an event; the same object when nothing changes. */
export function syncAfter(state: SyncState, event: SyncEvent): SyncState {
  return event.type === 'reset' ? CLOSED : after(state, event)
}

function after<N extends SyncState['name'], T extends SyncEvent['type']>(
  state: Named<N>,
  event: Extract<SyncEvent, { type: T }>,
): SyncState {
  const handlers: Handlers<N> = transitions[state.name]
  return handlers[event.type]?.(state, event) ?? state
}
