/** Pauses in minutes before the second, third and each further attempt. The last pause is repeated. */
const PAUSES_MINUTES = [1, 2, 5, 10, 20, 40, 60]

/** The state of sending the queued plays of one connection. */
export type DeliveryState =
  | { name: 'batches' }
  /** A batch was rejected. Its plays are sent one by one, so that the service accepts all but those that it rejects. */
  | { name: 'oneByOne'; left: number }
  | DeliveryEnd

export type DeliveryEnd =
  /** The connection is released unchanged. */
  | { name: 'stopped' }
  /** No play is queued; the next play makes the connection due again. */
  | { name: 'drained' }
  /** The service rejects the credentials; the member has to connect again. */
  | { name: 'revoked' }
  | { name: 'postponed'; reason: string; tries: number; pauseMs: number }

export type DeliveryEvent =
  /** The claim has expired, the connection is paused or revoked, or this process stops. */
  | { type: 'stopped' }
  /** No play is queued. */
  | { type: 'empty' }
  /** No play of this batch may be reported. */
  | { type: 'skipped' }
  /** The service has accepted a batch. */
  | { type: 'accepted' }
  /** The service has rejected these plays and will never accept them. */
  | { type: 'rejected'; plays: number }
  | { type: 'revoked' }
  /**
   * The service is unavailable, or accepts no more plays for now. `tries` is the number of failed attempts before this
   * one.
   */
  | { type: 'failed'; reason: string; tries: number; retryAfterSeconds?: number | undefined }

export const INITIAL_DELIVERY: DeliveryState = { name: 'batches' }

type Sending = Exclude<DeliveryState, DeliveryEnd>

/** For each event, a function that returns the next state of a running delivery. */
const transitions: {
  readonly [T in DeliveryEvent['type']]: (
    state: Sending,
    event: Extract<DeliveryEvent, { type: T }>,
  ) => DeliveryState
} = {
  stopped: () => ({ name: 'stopped' }),
  empty: () => ({ name: 'drained' }),
  skipped: (state) => state,
  accepted: oneLess,
  rejected: (state, { plays }) => (plays > 1 ? { name: 'oneByOne', left: plays } : oneLess(state)),
  revoked: () => ({ name: 'revoked' }),
  failed: (_state, { reason, tries, retryAfterSeconds = 0 }) => ({
    name: 'postponed',
    reason,
    tries: tries + 1,
    pauseMs: Math.max(pauseMinutes(tries) * 60_000, retryAfterSeconds * 1000),
  }),
}

export function isSending(state: DeliveryState): state is Sending {
  return state.name === 'batches' || state.name === 'oneByOne'
}

/** The state after an event; a final state does not change. */
export function deliveryAfter<T extends DeliveryEvent['type']>(
  state: DeliveryState,
  event: Extract<DeliveryEvent, { type: T }>,
): DeliveryState {
  const type: T = event.type
  return isSending(state) ? transitions[type](state, event) : state
}

/** The number of plays in the next call to a service that accepts at most `batch` plays. */
export function nextBatchSize(state: DeliveryState, batch: number): number {
  return state.name === 'oneByOne' ? 1 : batch
}

function oneLess(state: Sending): DeliveryState {
  return state.name === 'oneByOne' && state.left > 1 ? { ...state, left: state.left - 1 } : INITIAL_DELIVERY
}

function pauseMinutes(tries: number): number {
  return PAUSES_MINUTES[Math.min(tries, PAUSES_MINUTES.length - 1)] ?? 60
}
