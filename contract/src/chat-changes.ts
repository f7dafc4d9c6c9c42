import * as z from 'zod/mini'
import { chatBanned, chatMuted, messageNotFound } from './chat-refusals.ts'
import {
  ChatMessage,
  emptyMessage,
  longMessage,
  Mention,
  Reaction,
  Revision,
  type OtherChatChange,
} from './chat.ts'
import { Person } from './presence.ts'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, lengthOf, paging } from './text.ts'

/** Minutes after sending in which authors can edit their message. */
export const EDIT_MINUTES = 15
/** Maximum number of edits of one message. */
export const EDITS_MAX = 50
/** Maximum number of different emojis on one message. */
export const REACTION_KINDS_MAX = 20
/** Maximum number of pinned messages. */
export const PINS_MAX = 50
/** Code points of the excerpt in a reply. */
const EXCERPT_LENGTH = 120
/** Maximum length of an emoji in UTF-16 code units; the longest one has 15. */
const EMOJI_MAX_UNITS = 32

export const editTooLate = refusal(
  409,
  'EDIT_TOO_LATE',
  `Nachrichten können nur ${EDIT_MINUTES} Minuten lang bearbeitet werden`,
)
export const tooManyEdits = refusal(409, 'TOO_MANY_EDITS', 'Diese Nachricht wurde schon zu oft bearbeitet')
/** The refusal of an edit when another device of the author has edited the message since the caller read it. */
export const editedElsewhere = refusal(
  409,
  'EDITED_ELSEWHERE',
  'Die Nachricht wurde inzwischen auf einem anderen Gerät bearbeitet',
)
export const notAnEmoji = refusal(400, 'NOT_AN_EMOJI', 'Als Reaktion geht nur ein Emoji')
export const tooManyKinds = refusal(
  409,
  'TOO_MANY_REACTIONS',
  `Mehr als ${REACTION_KINDS_MAX} verschiedene Reaktionen gehen nicht.`,
)
export const tooManyPins = refusal(
  409,
  'TOO_MANY_PINS',
  `Mehr als ${PINS_MAX} Nachrichten können nicht angepinnt sein`,
)

const OfMessage = z.object({ id: Id })

export const editMessage = route({
  method: 'PATCH',
  path: '/api/chat/messages/:id',
  access: 'verified',
  summary: `Replaces the text of one’s own message, within ${EDIT_MINUTES} minutes.`,
  params: OfMessage,
  body: z.object({
    /** The new text. The limits of a new message apply. */
    message: z.string(longMessage.text).check(z.maxLength(8000, longMessage.text)),
    /** `editedAt` of the message as the caller read it. If it is missing, the edit replaces any edit made since. */
    editedAt: z.nullish(IsoTimestamp),
  }),
  answer: z.object({ message: ChatMessage, revision: Revision }),
  refusals: [
    emptyMessage,
    longMessage,
    messageNotFound,
    chatBanned,
    chatMuted,
    editTooLate,
    tooManyEdits,
    editedElsewhere,
  ],
})

/** A text that a message had, and when it was written. */
export const MessageVersion = z.object({ content: z.string(), writtenAt: IsoTimestamp })
export type MessageVersion = z.infer<typeof MessageVersion>

export const listVersions = route({
  method: 'GET',
  path: '/api/chat/messages/:id/versions',
  access: 'admin',
  summary: 'All texts that a message has had, the first one first.',
  params: OfMessage,
  answer: z.object({ versions: z.array(MessageVersion) }),
  refusals: [messageNotFound],
})

const OfReaction = z.object({
  id: Id,
  emoji: z.string().check(z.minLength(1), z.maxLength(EMOJI_MAX_UNITS, notAnEmoji.text)),
})
/** `revision`: a client that has received all changes up to this revision has also received this change. */
const Changed = z.object({ revision: Revision })

export const addReaction = route({
  method: 'PUT',
  path: '/api/chat/messages/:id/reactions/:emoji',
  access: 'verified',
  summary: 'Puts an emoji to a message; a second time changes nothing.',
  params: OfReaction,
  answer: Changed,
  refusals: [messageNotFound, chatBanned, chatMuted, notAnEmoji, tooManyKinds],
})

export const removeReaction = route({
  method: 'DELETE',
  path: '/api/chat/messages/:id/reactions/:emoji',
  access: 'verified',
  summary: 'Takes the caller’s emoji back; a second time changes nothing.',
  params: OfReaction,
  answer: Changed,
  refusals: [messageNotFound, chatBanned, chatMuted, notAnEmoji],
})

export const listReactors = route({
  method: 'GET',
  path: '/api/chat/messages/:id/reactions/:emoji',
  access: 'verified',
  summary: 'The members who have put this emoji to a message, in the order of their reactions.',
  params: OfReaction,
  query: z.object(paging(50)),
  answer: z.object({ people: z.array(Person), hasMore: z.boolean() }),
  refusals: [messageNotFound, chatBanned, notAnEmoji],
})

export const pinMessage = route({
  method: 'PUT',
  path: '/api/chat/messages/:id/pin',
  access: 'admin',
  summary: 'Pins a message for all members; a second time changes nothing.',
  params: OfMessage,
  answer: Changed,
  refusals: [messageNotFound, tooManyPins],
})

export const unpinMessage = route({
  method: 'DELETE',
  path: '/api/chat/messages/:id/pin',
  access: 'admin',
  summary: 'Unpins a message; a second time changes nothing.',
  params: OfMessage,
  answer: Changed,
  refusals: [messageNotFound],
})

/**
 * The payload of each kind of `chatChange`. Each contains the new values and not the difference, so that applying a
 * change twice gives the same.
 */
export const payloads = {
  edit: z.object({ content: z.string(), mentions: z.array(Mention), editedAt: IsoTimestamp }),
  reaction: z.object({
    /** The emoji with the members who have put it to the message; `count` is 0 when none of them is left. */
    ...Reaction.shape,
    /** The member who has added or removed the emoji; null when the account was deleted. */
    userId: z.nullable(Id),
    added: z.boolean(),
  }),
  /** The message as it is after the change, because a browser may not have loaded it. */
  pin: z.object({ message: ChatMessage }),
} as const

export type PayloadKind = keyof typeof payloads
export type PayloadOf<K extends PayloadKind> = z.infer<(typeof payloads)[K]>

/** A change with its payload, by kind. */
export type KnownChange = {
  [K in PayloadKind]: { kind: K; messageId: string; payload: PayloadOf<K>; revision: number }
}[PayloadKind]

/**
 * The change with its checked payload. Undefined for kinds of a newer version, and for a payload that a process of an
 * older version could not read.
 */
export function knownChange({
  kind,
  messageId,
  payload,
  revision,
}: z.infer<typeof OtherChatChange>): KnownChange | undefined {
  const at = { messageId, revision }
  if (kind === 'edit') {
    const { data } = payloads.edit.safeParse(payload)
    return data && { ...at, kind, payload: data }
  }
  if (kind === 'reaction') {
    const { data } = payloads.reaction.safeParse(payload)
    return data && { ...at, kind, payload: data }
  }
  if (kind === 'pin') {
    const { data } = payloads.pin.safeParse(payload)
    return data && { ...at, kind, payload: data }
  }
  return undefined
}

/** The start of a text in one line, as a reply shows it. */
export function quotedText(content: string): string {
  const line = content.replaceAll(/\s+/gu, ' ')
  if (lengthOf(line) <= EXCERPT_LENGTH) return line
  // Cut between code points. Grapheme clusters differ between versions of Unicode, and all browsers must show the same.
  const start = Array.from(line).slice(0, EXCERPT_LENGTH - 1)
  return `${start.join('').trimEnd()}…`
}
