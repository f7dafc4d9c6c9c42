import type { ChatMessage } from '@tonarchiv/contract/chat'

/** An image or voice message as it is shown before the server has it. */
export interface OwnMedia {
  kind: 'image' | 'voice'
  file: Blob
  /** `blob:` address of the file. */
  address: string
  /** Counts up in the order in which images were attached. */
  order?: number
  /** Pixels, of pictures. */
  width?: number
  height?: number
  /** Seconds and heights from 0 to 100, of voice messages. */
  duration?: number
  peaks?: readonly number[]
}

/** What is to be sent. */
export interface Draft {
  text: string
  /** As it was sent before in vain: sent again, it is still the same message. */
  clientId?: string | undefined
  media?: OwnMedia | undefined
  /** Sends the file and reports how far it is, 0 to 1; resolves with its address at the server. */
  upload?:
    | ((options: { signal: AbortSignal; onProgress: (share: number) => void }) => Promise<string>)
    | undefined
}

/** A draft that was sent: one `clientId` for each message, so that sent again it is still the same one. */
export type SentDraft = Draft & { clientId: string }

/** How far a message is. It leaves the outbox once it stands in the chat, or goes back to its author. */
export type Stage =
  /** Messages before it are sent first. */
  | { name: 'waiting' }
  /** The same, while its file is being sent; `progress` from 0 to 1. */
  | { name: 'uploading'; progress: number }
  /** The server is storing it. */
  | { name: 'posting' }
  /** What the server made of it; it stands in its place until the change arrives. */
  | { name: 'answered'; answer: ChatMessage }

/** An own message on its way. */
export interface OutgoingMessage extends SentDraft {
  stage: Stage
}

/** A message that could not be sent and goes back to its author; `failure` is missing where the author cancelled it. */
export interface Returned extends SentDraft {
  failure: unknown
}

/** The messages of the chat and those of one's own that the server has already, each in its place. */
export function withDelivered(
  messages: readonly ChatMessage[],
  outbox: readonly OutgoingMessage[],
): readonly ChatMessage[] {
  const answered = outbox.flatMap(({ stage }) => (stage.name === 'answered' ? stage.answer : []))
  if (answered.length === 0) return messages
  const known = new Set(messages.map(({ id }) => id))
  return [...messages, ...answered.filter(({ id }) => !known.has(id))].sort((one, other) =>
    one.id < other.id ? -1 : 1,
  )
}

/** Those that the server does not have yet. */
export function unanswered(outbox: readonly OutgoingMessage[]): readonly OutgoingMessage[] {
  return outbox.filter(({ stage }) => stage.name !== 'answered')
}
