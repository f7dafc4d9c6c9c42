import type { Card, CardKind } from '@tonarchiv/contract/cards'
import { type MediaType, MESSAGE_MAX_LENGTH } from '@tonarchiv/contract/chat'
import { wholeNumber } from '@tonarchiv/contract/text'
import * as z from 'zod/mini'
import { chat } from '#features/chat/index.ts'
import { type Endpoint, endpoint } from '../frame/endpoint.ts'
import { text } from '../frame/parameters.ts'
import { milliseconds } from '../frame/shape.ts'

/** Number of messages that one call returns, which are the newest ones. */
const MESSAGES_MAX = 100
/** The latest time that a `Date` can hold, milliseconds. */
const TIME_MAX = 8.64e15

const ChatMessage = z.object({ username: z.string(), time: milliseconds, message: z.string() })

/** The chat room, newest messages first. */
export const chatEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'getChatMessages',
    access: 'verified',
    parameters: z.object({ since: z._default(wholeNumber({ min: 0, max: TIME_MAX }), 0) }),
    answer: z.object({ chatMessages: z.object({ chatMessage: z.array(ChatMessage) }) }),
    handle: async ({ caller, parameters: { since } }, { use }) => ({
      chatMessages: {
        chatMessage: (await use(chat).room.newest(caller, MESSAGES_MAX))
          .map(({ username, displayName, content, createdAt, messageType, mediaType, card }) => ({
            // An account that was deleted has no name.
            username: username === '' ? displayName : username,
            time: Date.parse(createdAt),
            message:
              messageType === 'system'
                ? textOfSystem(card)
                : content === ''
                  ? textInstead(card, mediaType)
                  : content,
          }))
          .filter(({ time }) => time > since),
      },
    }),
  }),
  endpoint({
    name: 'addChatMessage',
    access: 'verified',
    // The parameter accepts longer texts than the chat does, so that the caller gets the chat's own refusal.
    parameters: z.object({ message: text(4 * MESSAGE_MAX_LENGTH) }),
    answer: z.object({}),
    handle: async ({ caller, parameters }, { use }) => {
      await use(chat).room.post(caller, { text: parameters.message })
      return {}
    },
  }),
]

/** The texts that are sent for messages without text. They contain no title, because not every member may read it. */
const TEXT_OF_MEDIA = { image: 'Bild', voice: 'Sprachnachricht', video: 'Video', other: 'Datei' } as const
/** The text of a message without text. */
function textInstead(card: Card | null, mediaType: MediaType | null): string {
  return card === null ? TEXT_OF_MEDIA[mediaType ?? 'other'] : TEXT_OF_CARD[card.kind]
}

/** The text of a message that the server has written about an upload or a premiere. */
function textOfSystem(card: Card | null): string {
  return card?.kind === 'premiere'
    ? 'hat eine Premiere angekündigt'
    : `hat ein ${textInstead(card, null)} hochgeladen`
}

const TEXT_OF_CARD = {
  track: 'Track',
  moment: 'Moment',
  album: 'Album',
  playlist: 'Playlist',
  video: 'Video',
  premiere: 'Premiere',
} as const satisfies Record<CardKind, string>
