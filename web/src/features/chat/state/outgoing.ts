import type { Card } from '@tonarchiv/contract/cards'
import type { ChatMessage, Quote } from '@tonarchiv/contract/chat'

/** An image or voice message as it is shown before the server has stored it. */
export interface OwnMedia {
  kind: 'image' | 'voice'
  file: Blob
  /** `blob:` URL of the file. */
  address: string
  /** Increases in the order in which images were attached. */
  order?: number | undefined
  /** Pixels, for images. */
  width?: number | undefined
  height?: number | undefined
  /** Of voice messages: seconds, and levels from 0 to 100. */
  duration?: number | undefined
  peaks?: readonly number[] | undefined
}

/** A message to be sent. */
export interface Draft {
  text: string
  /** The id of an earlier attempt. With it the server recognises the same message. */
  clientId?: string | undefined
  /** A voice message, or images in their order. */
  media?: readonly OwnMedia[]
  /** The message that this one answers. */
  replyTo?: Quote | undefined
  card?: Card | undefined
}

/** A draft that was sent. Its `clientId` is the same for each attempt, so that the server recognises the message. */
export interface SentDraft extends Draft {
  clientId: string
  media: readonly OwnMedia[]
  /** When it was written, in milliseconds since the epoch. */
  writtenAt: number
}

/** The upload of a file: its share from 0 to 1, and why the server has rejected it. */
export interface Upload {
  share: number
  failure?: unknown
}

/** The stage of a message. It leaves the outbox once it is in the log, or is returned to its author. */
export type Stage =
  /** Waits until earlier messages are sent. */
  | { name: 'waiting' }
  /** As `waiting`, while its files are uploaded. */
  | { name: 'uploading' }
  /** The server does not answer. It is sent when there is a connection. */
  | { name: 'held' }
  /** The server has rejected some of its images. The author repeats their uploads, leaves them out, or cancels. */
  | { name: 'stuck' }
  /** The server is storing the message. */
  | { name: 'posting' }
  /** The server has answered. The answer is shown in the list until the change is received. */
  | { name: 'answered'; answer: ChatMessage }

/** An own message that is being sent. */
export interface OutgoingMessage extends SentDraft {
  stage: Stage
  /** The uploads of `media`, in their order. */
  uploads: readonly Upload[]
}

/** A message that could not be sent and is returned to its author; without `failure` the author has cancelled it. */
export interface Returned extends SentDraft {
  failure: unknown
}

/** The share of all uploads of a message, from 0 to 1; undefined without files. */
export function uploadedShare({ uploads }: Pick<OutgoingMessage, 'uploads'>): number | undefined {
  if (uploads.length === 0) return undefined
  return uploads.reduce((sum, { share }) => sum + share, 0) / uploads.length
}

export const hasFailed = ({ failure }: Upload): boolean => failure !== undefined

/** The messages of the log and the answered ones of the outbox, in order. */
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

/** The messages that the server has not answered. */
export function unanswered(outbox: readonly OutgoingMessage[]): readonly OutgoingMessage[] {
  return outbox.filter(({ stage }) => stage.name !== 'answered')
}
