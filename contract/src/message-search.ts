import * as z from 'zod/mini'
import { chatBanned, conversationNotFound } from './chat-refusals.ts'
import { MediaType } from './chat.ts'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { FoundMessage, SEARCH_MAX_LENGTH } from './search.ts'
import { Id, pageLimit, plainText } from './text.ts'

/** Fewest characters of a search in messages. See docs/product.md §12.11. */
export const MESSAGE_SEARCH_MIN_LENGTH = 2
export const MESSAGE_SEARCH_PAGE = 30

const TOO_SHORT = `Bitte gib mindestens ${MESSAGE_SEARCH_MIN_LENGTH} Zeichen ein`

/** What a message must hold to be found. */
export const MessageFilter = z.enum(['image', 'voice', 'moment'])
export type MessageFilter = z.infer<typeof MessageFilter>

export const FoundChatMessage = z.extend(FoundMessage, {
  mediaType: z.nullable(MediaType),
  /** Seconds; for voice messages. */
  mediaDuration: z.nullable(z.number()),
  /** Whether its card is a moment of a track. */
  isMoment: z.boolean(),
})
export type FoundChatMessage = z.infer<typeof FoundChatMessage>

/** A search needs a text, an author or a kind of media. */
export const messageSearchEmpty = refusal(400, 'MESSAGE_SEARCH_EMPTY', TOO_SHORT)

export const searchMessages = route({
  method: 'GET',
  path: '/api/chat/search',
  access: 'verified',
  limit: 'instantSearch',
  summary:
    'Messages with every word of a text or with words that contain them, newest first; only those of one author, or with a picture, voice message or moment.',
  query: z.object({
    /** The conversation that is searched; absent for the room. */
    conversationId: z.optional(Id),
    q: z.optional(plainText({ min: MESSAGE_SEARCH_MIN_LENGTH, max: SEARCH_MAX_LENGTH, tooShort: TOO_SHORT })),
    /** The id of the author. */
    by: z.optional(Id),
    has: z.optional(MessageFilter),
    /** The id of a track: only moments of it. */
    momentsOf: z.optional(Id),
    limit: pageLimit(MESSAGE_SEARCH_PAGE),
    /** `next` of the page before. */
    from: z.optional(z.string().check(z.regex(/^(?:d\d{1,16}|m[\da-f-]{36})$/))),
  }),
  answer: z.object({
    /** Newest first. A page may have fewer than `limit`, even none, and still be followed by another one. */
    messages: z.array(FoundChatMessage),
    /** The value of `from` for the following page; null on the last page. */
    next: z.nullable(z.string()),
    /** If the first page has no hits: the text with its misspelt words replaced by words that messages contain. */
    corrected: z.nullable(z.string()),
    /** The words to highlight, as in the answer of `searchEverything`. */
    terms: z.array(z.string()),
  }),
  refusals: [messageSearchEmpty, conversationNotFound, chatBanned],
})
export type FoundMessages = z.infer<typeof searchMessages.answer>
