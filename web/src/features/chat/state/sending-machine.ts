import type { ChatMessage } from '@tonarchiv/contract/chat'
import type { ChatContent } from './changes.ts'
import { hasFailed, type OutgoingMessage, type Returned, type SentDraft, type Stage } from './outgoing.ts'

export interface SendingState {
  /** Own messages that are being sent, oldest first. */
  outbox: readonly OutgoingMessage[]
  /** Messages that could not be sent, oldest first. */
  returned: readonly Returned[]
}

export const NOTHING_SENT: SendingState = { outbox: [], returned: [] }

/** Events of one message. */
export type StageEvent =
  /** The upload of a file of the message has advanced. */
  | { type: 'progress'; address: string; share: number }
  /** The server has rejected a file of the message. */
  | { type: 'fileFailed'; address: string; failure: unknown }
  /** All uploads of the message have ended, some of them with a rejection. */
  | { type: 'stuck' }
  /** The author repeats a rejected upload, or sends the message without the rejected file. */
  | { type: 'repeated'; address: string }
  | { type: 'leftOut'; address: string }
  /** The server does not answer. */
  | { type: 'held' }
  /** The message is being posted, because all earlier messages are sent and its own files are uploaded. */
  | { type: 'posted' }
  | { type: 'answered'; answer: ChatMessage }
  /** The server had stored the message with an earlier attempt, and it was deleted since. */
  | { type: 'gone' }
  | { type: 'failed'; failure: unknown }
  | { type: 'cancelled' }

export type SendingEvent =
  | (StageEvent & { clientId: string })
  | { type: 'sent'; draft: SentDraft }
  /** The log has changed. Messages that it contains, or whose deletion it has recorded, have arrived. */
  | { type: 'logged'; content: Pick<ChatContent, 'messages' | 'deleted'>; ownId: string }
  /** The log is complete. Messages with one of `answeredIds` are in the log or were deleted. */
  | { type: 'caughtUp'; answeredIds: ReadonlySet<string> }
  /** The composer has taken the oldest returned message. */
  | { type: 'taken' }

type Outcome = OutgoingMessage | 'returned' | 'gone'
type Handlers = {
  readonly [T in StageEvent['type']]?: (
    message: OutgoingMessage,
    event: Extract<StageEvent, { type: T }>,
  ) => Outcome
}

const returned = () => 'returned' as const
const gone = () => 'gone' as const
const at =
  (name: 'uploading' | 'held' | 'stuck' | 'posting') =>
  (message: OutgoingMessage): OutgoingMessage => ({ ...message, stage: { name } })

function withUpload(
  message: OutgoingMessage,
  address: string,
  upload: OutgoingMessage['uploads'][number],
): OutgoingMessage {
  const index = message.media.findIndex((each) => each.address === address)
  if (index === -1) return message
  return { ...message, uploads: message.uploads.with(index, upload), stage: { name: 'uploading' } }
}

function withoutRejected(message: OutgoingMessage, address: string): Outcome {
  const index = indexOfRejected(message, address)
  if (index === -1) return message
  const media = message.media.toSpliced(index, 1)
  const uploads = message.uploads.toSpliced(index, 1)
  if (media.length === 0 && message.text === '') return 'gone'
  return { ...message, media, uploads, stage: { name: uploads.some(hasFailed) ? 'stuck' : 'uploading' } }
}

function indexOfRejected({ media, uploads }: OutgoingMessage, address: string): number {
  return media.findIndex(
    (each, index) => each.address === address && hasFailed(uploads[index] ?? { share: 0 }),
  )
}

const beforePosting: Handlers = {
  progress: (message, { address, share }) => withUpload(message, address, { share }),
  fileFailed: (message, { address, failure }) => withUpload(message, address, { share: 0, failure }),
  repeated: (message, { address }) =>
    indexOfRejected(message, address) === -1 ? message : withUpload(message, address, { share: 0 }),
  leftOut: (message, { address }) => withoutRejected(message, address),
  stuck: at('stuck'),
  held: at('held'),
  posted: at('posting'),
  failed: returned,
  cancelled: returned,
}

/**
 * The handlers of each stage; events that are not listed change nothing. A message that the server is storing cannot
 * be cancelled any more.
 */
const transitions: { readonly [N in Stage['name']]: Handlers } = {
  waiting: beforePosting,
  uploading: beforePosting,
  held: beforePosting,
  stuck: beforePosting,
  posting: {
    answered: (message, { answer }) => ({ ...message, stage: { name: 'answered', answer } }),
    held: at('held'),
    gone,
    failed: returned,
  },
  answered: {},
}

function outcomeOf<T extends StageEvent['type']>(
  message: OutgoingMessage,
  event: Extract<StageEvent, { type: T }>,
): Outcome {
  const handlers: Handlers = transitions[message.stage.name]
  return handlers[event.type]?.(message, event) ?? message
}

function withOutcome(state: SendingState, event: StageEvent & { clientId: string }): SendingState {
  const index = state.outbox.findIndex(({ clientId }) => clientId === event.clientId)
  const message = state.outbox[index]
  if (message === undefined) return state
  const next = outcomeOf(message, event)
  if (next === message) return state
  if (typeof next === 'object') return { ...state, outbox: state.outbox.with(index, next) }
  const outbox = state.outbox.toSpliced(index, 1)
  if (next === 'gone') return { ...state, outbox }
  const { stage: _stage, uploads: _uploads, ...draft } = message
  const failure = event.type === 'failed' ? event.failure : undefined
  return { outbox, returned: [...state.returned, { ...draft, failure }] }
}

function withoutArrived(
  { outbox, returned: back }: SendingState,
  { messages, deleted }: Pick<ChatContent, 'messages' | 'deleted'>,
  ownId: string,
): SendingState {
  const arrived = new Set(messages.filter(({ userId }) => userId === ownId).map(({ clientId }) => clientId))
  const left = outbox.filter(
    ({ clientId, stage }) =>
      !arrived.has(clientId) && !(stage.name === 'answered' && deleted.has(stage.answer.id)),
  )
  return { outbox: left, returned: back }
}

/** The state after an event; the same object when nothing changes. */
export function sendingAfter(state: SendingState, event: SendingEvent): SendingState {
  const { outbox } = state
  switch (event.type) {
    case 'sent': {
      const uploads = event.draft.media.map(() => ({ share: 0 }))
      const stage: Stage = { name: uploads.length > 0 ? 'uploading' : 'waiting' }
      return { ...state, outbox: [...outbox, { ...event.draft, stage, uploads }] }
    }
    case 'logged': {
      const next = outbox.length === 0 ? state : withoutArrived(state, event.content, event.ownId)
      return next.outbox.length === outbox.length ? state : next
    }
    case 'caughtUp': {
      const left = outbox.filter(({ clientId }) => !event.answeredIds.has(clientId))
      return left.length === outbox.length ? state : { ...state, outbox: left }
    }
    case 'taken':
      return { ...state, returned: state.returned.slice(1) }
    default:
      return withOutcome(state, event)
  }
}
