import type { ChatMessage } from '@tonarchiv/contract/chat'
import type { ChatLog } from './log.ts'

/** A picture or voice message as it is shown before the server has it. */
export interface OwnMedia {
  kind: 'image' | 'voice'
  file: Blob
  /** `blob:` address of the file. */
  address: string
  /** Counts up in the order in which pictures were attached. */
  order?: number
  /** Pixels, of pictures. */
  width?: number
  height?: number
  /** Seconds and heights from 0 to 100, of voice messages. */
  duration?: number
  peaks?: readonly number[]
}

/** An own message on its way. */
export interface Outgoing {
  /** One for each message; sent again, it is still the same message. */
  clientId: string
  text: string
  media?: OwnMedia | undefined
  /** 0 to 1 while its file is being sent. */
  progress?: number | undefined
  /** What the server made of it; it stands in its place as soon as it is told to everyone. */
  answer?: ChatMessage | undefined
}

/** Without those that stand in the chat by now, or are deleted there already. */
export function withoutArrived(
  outbox: readonly Outgoing[],
  { messages, deleted }: Pick<ChatLog, 'messages' | 'deleted'>,
  ownId: string,
): readonly Outgoing[] {
  if (outbox.length === 0) return outbox
  const arrived = new Set(messages.filter(({ userId }) => userId === ownId).map(({ clientId }) => clientId))
  const left = outbox.filter(
    ({ clientId, answer }) => !arrived.has(clientId) && !(answer && deleted.has(answer.id)),
  )
  return left.length === outbox.length ? outbox : left
}

/** The messages of the chat and those of one's own that the server has already, each in its place. */
export function withAnswered(
  messages: readonly ChatMessage[],
  outbox: readonly Outgoing[],
): readonly ChatMessage[] {
  const answered = outbox.flatMap(({ answer }) => answer ?? [])
  if (answered.length === 0) return messages
  const known = new Set(messages.map(({ id }) => id))
  return [...messages, ...answered.filter(({ id }) => !known.has(id))].sort((one, other) =>
    one.id < other.id ? -1 : 1,
  )
}
