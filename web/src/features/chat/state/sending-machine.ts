import type { ChatMessage } from '@tonarchiv/contract/chat'
import type { ChatContent } from './changes.ts'
import type { OutgoingMessage, Returned, SentDraft, Stage } from './outgoing.ts'

export interface SendingState {
  /** Own messages that are being sent, oldest first. */
  outbox: readonly OutgoingMessage[]
  /** Messages that could not be sent, oldest first. */
  returned: readonly Returned[]
}

export const NOTHING_SENT: SendingState = { outbox: [], returned: [] }

/** Events of one message. */
export type StageEvent =
  | { type: 'progress'; share: number }
  /** The message is being posted: earlier messages are sent and its file is uploaded. */
  | { type: 'posted' }
  | { type: 'answered'; answer: ChatMessage }
  | { type: 'failed'; failure: unknown }
  | { type: 'cancelled' }

export type SendingEvent =
  | (StageEvent & { clientId: string })
  | { type: 'sent'; draft: SentDraft }
  /** The log has changed. Messages that it contains, or whose deletion it has recorded, have arrived. */
  | { type: 'logged'; content: Pick<ChatContent, 'messages' | 'deleted'>; ownId: string }
  /** The log is complete. Messages with these answered ids are in it or were deleted. */
  | { type: 'caughtUp'; answeredIds: ReadonlySet<string> }
  /** The composer has taken the oldest returned message. */
  | { type: 'taken' }

type Handlers = {
  readonly [T in StageEvent['type']]?: (event: Extract<StageEvent, { type: T }>) => Stage | 'returned'
}

const returned = () => 'returned' as const
const posted = (): Stage => ({ name: 'posting' })

/**
 * The handlers of each stage; events that are not listed change nothing. A message that the server is storing cannot
 * be cancelled any more.
 */
const transitions: { readonly [N in Stage['name']]: Handlers } = {
  waiting: { posted, failed: returned },
  uploading: {
    progress: ({ share }) => ({ name: 'uploading', progress: share }),
    posted,
    failed: returned,
    cancelled: returned,
  },
  posting: { answered: ({ answer }) => ({ name: 'answered', answer }), failed: returned },
  answered: {},
}

function stageAfter<T extends StageEvent['type']>(
  stage: Stage,
  event: Extract<StageEvent, { type: T }>,
): Stage | 'returned' {
  const handlers: Handlers = transitions[stage.name]
  return handlers[event.type]?.(event) ?? stage
}

function withStage(state: SendingState, event: StageEvent & { clientId: string }): SendingState {
  const index = state.outbox.findIndex(({ clientId }) => clientId === event.clientId)
  const message = state.outbox[index]
  if (message === undefined) return state
  const { stage, ...draft } = message
  const next = stageAfter(stage, event)
  if (next === stage) return state
  if (next !== 'returned') return { ...state, outbox: state.outbox.with(index, { ...draft, stage: next }) }
  const failure = event.type === 'failed' ? event.failure : undefined
  return {
    outbox: state.outbox.toSpliced(index, 1),
    returned: [...state.returned, { ...draft, failure }],
  }
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
      const stage: Stage = event.draft.upload ? { name: 'uploading', progress: 0 } : { name: 'waiting' }
      return { ...state, outbox: [...outbox, { ...event.draft, stage }] }
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
      return withStage(state, event)
  }
}
