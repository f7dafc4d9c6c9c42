import * as z from 'zod/mini'
import { Card, cardNotFound, momentBeyondEnd } from './cards.ts'
import {
  chatBanned,
  chatMuted,
  chatSlow,
  conversationEnded,
  conversationNotFound,
  messageNotFound,
  tooManyConversations,
  waitForFriend,
} from './chat-refusals.ts'
import { diskFull, invalidInput, keyRequired, refusal, tooLarge } from './refusal.ts'
import { notInRoom } from './rooms.ts'
import { route } from './route.ts'
import { Id, INTEGER_MAX, lengthOf, IsoTimestamp, normalized, pageLimit, wholeNumber } from './text.ts'

/** See docs/product.md §12.1. Characters are counted as code points, after trimming. */
export const MESSAGE_MAX_LENGTH = 500
export const CHAT_PAGE_SIZE = 50
/** Seconds after which a typing indicator ends unless it is renewed. See docs/product.md §12.5. */
export const TYPING_SECONDS = 3
/** Largest image and voice message, bytes, and longest voice message, seconds. See docs/product.md §12.3. */
export const CHAT_IMAGE_MAX_BYTES = 10 * 1024 * 1024
export const CHAT_VOICE_MAX_BYTES = 10 * 1024 * 1024
export const CHAT_VOICE_MAX_SECONDS = 300
/** Maximum number of images in a message. */
export const ALBUM_MAX = 10
/** Maximum number of values in the waveform of a voice message. Each value is from 0 to 100. */
export const PEAKS_MAX = 120
/** The conversation of all members. Calls and messages that name no conversation refer to it. */
export const ROOM_ID = 'room'
/** The conversation that a call or a message is about; absent for the room. */
const ConversationId = z.optional(Id)
/** Unread messages are counted up to this number. */
export const UNREAD_COUNTED = 100

/** The server stores uploads as `image` or `voice`; no message has `video` or `other`. */
export const MediaType = z.enum(['image', 'voice', 'video', 'other'])
export type MediaType = z.infer<typeof MediaType>

/** A member who is mentioned with `@username`; the username is the one at the time of sending. */
export const Mention = z.object({ userId: Id, username: z.string() })

/** Fields of an image or voice message; absent in text messages. See docs/product.md §12.3. */
const Media = {
  mediaUrl: z.nullable(z.string()),
  mediaType: z.nullable(MediaType),
  /** Bytes. */
  mediaSize: z.nullable(z.number()),
  /** Seconds; for voice messages. */
  mediaDuration: z.nullable(z.number()),
  /** URL of a smaller image; for images. */
  thumbnailUrl: z.nullable(z.string()),
  mediaFilename: z.nullable(z.string()),
  /** Pixels; for images. The page reserves the space before the image has loaded. */
  mediaWidth: z.nullable(z.number()),
  mediaHeight: z.nullable(z.number()),
  /** Waveform with values from 0 to 100; for voice messages whose recorder supplied one. */
  mediaPeaks: z.nullable(z.array(z.number())),
}

/** An image of a message with several. */
export const AlbumImage = z.object({
  mediaUrl: z.string(),
  thumbnailUrl: z.string(),
  /** Pixels. */
  mediaWidth: z.nullable(z.number()),
  mediaHeight: z.nullable(z.number()),
})
export type AlbumImage = z.infer<typeof AlbumImage>

/** Maximum number of members that a message names for each reaction; `listReactors` returns all of them. */
export const REACTION_MEMBERS_NAMED = 5

/** An emoji that members have put to a message. */
export const Reaction = z.object({
  emoji: z.string(),
  count: z.number(),
  /** Up to `REACTION_MEMBERS_NAMED` of these members, in the order in which they reacted. */
  userIds: z.array(Id),
  /** The revision of the first of these reactions; reactions are ordered by it. */
  since: z.number(),
})
export type Reaction = z.infer<typeof Reaction>

/** What a reply shows of the message that it answers. */
export const Quote = z.object({
  id: Id,
  /** Null when the message or its author's account has been deleted. */
  userId: z.nullable(Id),
  /** Empty when the message has been deleted. */
  displayName: z.string(),
  /** The start of its text in one line, see `quotedText`; null when the message has been deleted. */
  excerpt: z.nullable(z.string()),
  mediaType: z.nullable(MediaType),
  thumbnailUrl: z.nullable(z.string()),
  /** The card of the message; missing if it has none, and when the message has been deleted. */
  card: z.optional(Card),
})
export type Quote = z.infer<typeof Quote>

/** Sorting messages by id gives their order in the chat. See docs/product.md §12.1. */
export const ChatMessage = z.object({
  id: Id,
  /** Plain text with line breaks; may be empty beside media. */
  content: z.string(),
  /**
   * `system`: the server has written it, because the author has uploaded the album or video in `card`. It has no text,
   * cannot be edited or reported, and is deleted by admins only.
   */
  messageType: z.enum(['text', 'media', 'system']),
  ...Media,
  /** All images of a message with several, in their order; the first one is in the fields above, too. */
  images: z.array(AlbumImage),
  createdAt: IsoTimestamp,
  /** Null when the author's account has been deleted. */
  userId: z.nullable(Id),
  username: z.string(),
  displayName: z.string(),
  photoURL: z.nullable(z.string()),
  mentions: z.array(Mention),
  /** An id that the sending client has made, so that it recognises its pending message. */
  clientId: z.nullable(z.string()),
  replyTo: z.nullable(Quote),
  editedAt: z.nullable(IsoTimestamp),
  reactions: z.array(Reaction),
  pinnedAt: z.nullable(IsoTimestamp),
  /** The track, moment, album, playlist or video that the message refers to. */
  card: z.nullable(Card),
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const emptyMessage = refusal(400, 'MESSAGE_EMPTY', 'Die Nachricht ist leer')
export const longMessage = refusal(
  400,
  'MESSAGE_TOO_LONG',
  `Die Nachricht darf höchstens ${MESSAGE_MAX_LENGTH} Zeichen lang sein`,
)
/** The refusal of a file that was not uploaded here, was uploaded by another account, or has already been sent. */
export const unknownMedia = refusal(400, 'MEDIA_UNKNOWN', 'Diese Datei kann nicht gesendet werden')
export const repliedNotFound = refusal(
  404,
  'REPLIED_NOT_FOUND',
  'Die Nachricht, auf die du antwortest, gibt es nicht mehr',
)
export const mediaNotFound = refusal(404, 'MEDIA_NOT_FOUND', 'Datei nicht gefunden')
export const notForChat = refusal(415, 'NOT_FOR_CHAT', 'Nur Bilder und Sprachnachrichten sind erlaubt')
export const brokenChatImage = refusal(415, 'PICTURE_BROKEN', 'Das Bild konnte nicht gelesen werden')
export const voiceTooLong = refusal(
  413,
  'VOICE_TOO_LONG',
  'Eine Sprachnachricht darf höchstens 5 Minuten lang sein',
)
export const tooManyBytes = refusal(
  429,
  'UPLOADS_TOO_LARGE_TODAY',
  'Du hast heute schon sehr viel hochgeladen. Bitte versuche es morgen erneut.',
)

/**
 * The number of the last change of a conversation. Each change increments it by one. A client that
 * receives a revision with a gap has missed changes and reads them with `after` and `revision`.
 */
export const Revision = z.number()

export const listMessages = route({
  method: 'GET',
  path: '/api/chat/messages',
  access: 'verified',
  summary:
    'A page in ascending order: the newest, those before a message, or those after one (read until hasMore is false).',
  query: z.object({
    conversationId: ConversationId,
    limit: pageLimit(CHAT_PAGE_SIZE),
    /** Counted from the newest. */
    offset: z._default(wholeNumber({ min: 0, max: 100_000 }), 0),
    before: z.optional(Id),
    after: z.optional(Id),
    /** The last change that the caller has; the response then lists the messages that were deleted or changed since. */
    revision: z.optional(wholeNumber({ min: 0, max: INTEGER_MAX })),
  }),
  answer: z.object({
    /** Ascending by id. */
    messages: z.array(ChatMessage),
    /** Whether there are more messages in the requested direction (older ones, or with `after` newer ones). */
    hasMore: z.boolean(),
    /** The response, together with what the caller already has, contains all changes up to this one. */
    revision: Revision,
    /** With `revision`: ids of messages that were deleted after it, also of those that were sent after it. */
    deletedIds: z.array(Id),
    /**
     * With `revision` and `after`, on the last page: messages up to `after` that were edited, reacted to, pinned or
     * unpinned since, as they are now.
     */
    changed: z.array(ChatMessage),
    /** The caller's reactions to messages of this response whose members are not all named. */
    ownReactions: z.array(z.object({ messageId: Id, emoji: z.string() })),
    /** With the newest page: all pinned messages, the last pinned one first. */
    pins: z.optional(z.array(ChatMessage)),
    /**
     * With `revision`: too many changes have happened since. The client discards its messages and reads the
     * newest page.
     */
    startOver: z.optional(z.literal(true)),
  }),
  refusals: [conversationNotFound, chatBanned],
})

/** A field that clients may send and that is not used: the server takes the value from the upload. */
const Ignored = z.optional(z.unknown())

export const postMessage = route({
  method: 'POST',
  path: '/api/chat/messages',
  access: 'verified',
  summary: 'Keeps a message and tells everyone; the same clientId again answers the first one’s message.',
  body: z.object({
    /** Trimmed; control and direction marks are left out. May be empty beside media. */
    message: z._default(z.string(longMessage.text).check(z.maxLength(8000, longMessage.text)), ''),
    messageType: z._default(z.enum(['text', 'media']), 'text'),
    /**
     * The `mediaUrl` from the response to the upload; the server takes all other fields of the file from that
     * upload.
     */
    mediaUrl: z.nullish(z.string().check(z.maxLength(500))),
    /** Instead of `mediaUrl`, for several images: the `mediaUrl` of each upload, in the order of the images. */
    mediaUrls: z.nullish(
      z
        .array(z.string().check(z.maxLength(500)))
        .check(z.maxLength(ALBUM_MAX, `Es gehen höchstens ${ALBUM_MAX} Bilder auf einmal`)),
    ),
    mediaType: Ignored,
    mediaSize: Ignored,
    mediaDuration: Ignored,
    thumbnailUrl: z.nullish(z.string().check(z.maxLength(500))),
    mediaFilename: Ignored,
    /** Made by the client, one for each message. */
    clientId: z.nullish(z.uuid()),
    conversationId: ConversationId,
    /** The message that this one answers. It may have been deleted a moment ago. */
    replyTo: z.nullish(Id),
    /**
     * Only in messages without media. If it is missing, the first link to the archive in the text becomes the card and
     * is removed from the text, provided that the author may see the linked thing.
     */
    card: z.nullish(Card),
  }),
  answer: z.object({ success: z.boolean(), message: ChatMessage }),
  refusals: [
    conversationNotFound,
    chatBanned,
    chatMuted,
    chatSlow,
    conversationEnded,
    waitForFriend,
    tooManyConversations,
    notInRoom,
    emptyMessage,
    longMessage,
    unknownMedia,
    repliedNotFound,
    invalidInput,
    keyRequired,
    cardNotFound,
    momentBeyondEnd,
  ],
})

export const deleteMessage = route({
  method: 'DELETE',
  path: '/api/chat/messages/:id',
  access: 'verified',
  summary: 'Removes a message with its media: one’s own, or any for admins.',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [messageNotFound],
})

export const uploadChatMedia = route({
  method: 'POST',
  path: '/api/chat/upload',
  access: 'verified',
  summary: 'Takes a picture (jpeg, png, gif, webp, avif; drawn anew) or a voice message (webm, ogg, mp4).',
  multipart: {
    fields: z.object({
      /** Waveform of a voice message: a JSON array of numbers from 0 to 100, made by the recorder. */
      peaks: z.optional(z.string()),
      /** Seconds of a voice message; used only when the file does not contain its duration. */
      duration: z.optional(z.string()),
    }),
    files: ['file'],
  },
  answer: z.object(Media),
  refusals: [notForChat, brokenChatImage, voiceTooLong, tooLarge, tooManyBytes, diskFull],
})
export type ChatUpload = z.infer<typeof uploadChatMedia.answer>

export const getChatMedia = route({
  method: 'GET',
  path: '/api/chat/media/:name',
  access: 'verified',
  media: true,
  summary: 'A picture or voice message out of the chat.',
  params: z.object({ name: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: 'bytes',
  refusals: [mediaNotFound],
})

/** The last message that a member has read, on all their devices. */
export const ReadMark = z.object({
  /** Null when the member has not read any message yet. */
  lastReadId: z.nullable(Id),
  /** Messages of other members after it, counted up to `UNREAD_COUNTED`. */
  unread: z.number(),
})
export type ReadMark = z.infer<typeof ReadMark>

export const getReadMark = route({
  method: 'GET',
  path: '/api/chat/read',
  access: 'verified',
  summary: 'How far the caller has read, and how much waits.',
  query: z.object({ conversationId: ConversationId }),
  answer: ReadMark,
  refusals: [conversationNotFound, chatBanned],
})

export const setReadMark = route({
  method: 'PUT',
  path: '/api/chat/read',
  access: 'verified',
  summary: 'The caller has read up to this message; going back changes nothing.',
  body: z.object({ lastReadId: Id, conversationId: ConversationId }),
  answer: ReadMark,
  refusals: [conversationNotFound, chatBanned],
})

export const markUnread = route({
  method: 'PUT',
  path: '/api/chat/unread',
  access: 'verified',
  summary:
    'This message and all later ones are unread for the caller; the other member goes on seeing that they were read.',
  body: z.object({ messageId: Id, conversationId: ConversationId }),
  answer: ReadMark,
  refusals: [conversationNotFound, messageNotFound, chatBanned],
})

/**
 * The text as it is stored: trimmed, without control and direction characters, line breaks as `\n`; empty
 * when no character of it is visible.
 */
export function messageText(given: string): string {
  return normalized(
    given.replaceAll(/\r\n?/g, '\n').replaceAll(/[\p{Cs}\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/gu, ''),
  )
}

/** Whether a text can be sent without a change. */
export function isSendable(text: string): boolean {
  const length = lengthOf(messageText(text))
  return length > 0 && length <= MESSAGE_MAX_LENGTH
}

/**
 * Sent over the socket by a client when its member starts or stops typing; repeated every few seconds while
 * typing continues.
 */
export const OwnTyping = z.object({
  type: z.literal('typing'),
  isTyping: z.boolean(),
  conversationId: ConversationId,
})

/** Sent over the socket by the server: another member has started or stopped typing. */
export const Typing = z.object({
  type: z.literal('typing'),
  userId: Id,
  username: z.string(),
  displayName: z.string(),
  isTyping: z.boolean(),
  conversationId: ConversationId,
})

/** Sent over the socket: a new message, in the order of revisions. */
export const NewMessage = z.object({
  type: z.literal('chatMessage'),
  message: ChatMessage,
  conversationId: ConversationId,
  revision: Revision,
})

/** Sent over the socket: a message was deleted. */
export const MessageDeleted = z.object({
  type: z.literal('chatMessageDeleted'),
  id: Id,
  conversationId: ConversationId,
  revision: Revision,
})

/**
 * Sent over the socket: a change of a message. `payloads` of `chat-changes.ts` has the shape of each kind. A process
 * of an older version passes on kinds that it does not know, and a client that does not know the kind only counts the
 * revision.
 */
export const OtherChatChange = z.object({
  type: z.literal('chatChange'),
  kind: z.string(),
  messageId: Id,
  payload: z.unknown(),
  conversationId: ConversationId,
  revision: Revision,
})

/** Every change of the chat that is sent over the socket. */
export const ChatChange = z.discriminatedUnion('type', [NewMessage, MessageDeleted, OtherChatChange])
export type ChatChange = z.infer<typeof ChatChange>

/**
 * Sent over the socket to the member's own devices: messages up to `lastReadId` are read. With `unreadFrom` the read
 * mark was moved back to before that message, which then stays unread until the member sees it again.
 */
export const ChatRead = z.object({
  type: z.literal('chatRead'),
  lastReadId: Id,
  unreadFrom: z.optional(Id),
  conversationId: ConversationId,
})
