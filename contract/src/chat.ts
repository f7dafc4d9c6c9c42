import * as z from 'zod/mini'
import { diskFull, invalidInput, refusal, tooLarge } from './refusal.ts'
import { route } from './route.ts'
import { Id, INTEGER_MAX, lengthOf, IsoTimestamp, normalized, pageLimit, wholeNumber } from './text.ts'

/** See docs/product.md §12.1. Characters are counted as code points, after trimming. */
export const MESSAGE_MAX_LENGTH = 500
export const CHAT_PAGE_SIZE = 50
/** Nobody is shown as typing for longer than this without being heard again, seconds. See docs/product.md §12.5. */
export const TYPING_SECONDS = 3
/** Largest image and voice message, bytes, and longest voice message, seconds. See docs/product.md §12.3. */
export const CHAT_IMAGE_MAX_BYTES = 10 * 1024 * 1024
export const CHAT_VOICE_MAX_BYTES = 10 * 1024 * 1024
export const CHAT_VOICE_MAX_SECONDS = 300
/** Heights of a voice message's waveform: so many at most, each from 0 to 100. */
export const PEAKS_MAX = 120
/** Messages waiting to be read are counted up to this. */
export const UNREAD_COUNTED = 100

/** `video` and `other` are words of the specification; uploads are `image` and `voice`. */
export const MediaType = z.enum(['image', 'voice', 'video', 'other'])
export type MediaType = z.infer<typeof MediaType>

/** Somebody who was written to with `@username`, as they were called then. */
export const Mention = z.object({ userId: Id, username: z.string() })

/** What an image or voice message is; absent in text messages. See docs/product.md §12.3. */
const Media = {
  mediaUrl: z.nullable(z.string()),
  mediaType: z.nullable(MediaType),
  /** Bytes. */
  mediaSize: z.nullable(z.number()),
  /** Seconds; of voice messages. */
  mediaDuration: z.nullable(z.number()),
  /** A small image; of pictures. */
  thumbnailUrl: z.nullable(z.string()),
  mediaFilename: z.nullable(z.string()),
  /** Pixels; of images, so that their place can be kept free. */
  mediaWidth: z.nullable(z.number()),
  mediaHeight: z.nullable(z.number()),
  /** Waveform, each height from 0 to 100; of voice messages whose recorder gave one. */
  mediaPeaks: z.nullable(z.array(z.number())),
}

/** Ids sort as the messages do, for everyone. See docs/product.md §12.1. */
export const ChatMessage = z.object({
  id: Id,
  /** Plain text with line breaks; may be empty beside media. */
  content: z.string(),
  messageType: z.enum(['text', 'media']),
  ...Media,
  createdAt: IsoTimestamp,
  /** Null when the author's account is gone. */
  userId: z.nullable(Id),
  username: z.string(),
  displayName: z.string(),
  photoURL: z.nullable(z.string()),
  mentions: z.array(Mention),
  /** As the sender made it, to find the pending message again. */
  clientId: z.nullable(z.string()),
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const emptyMessage = refusal(400, 'MESSAGE_EMPTY', 'Die Nachricht ist leer')
export const longMessage = refusal(
  400,
  'MESSAGE_TOO_LONG',
  `Die Nachricht darf höchstens ${MESSAGE_MAX_LENGTH} Zeichen lang sein`,
)
/** Not uploaded here, not by the sender, or sent before. */
export const unknownMedia = refusal(400, 'MEDIA_UNKNOWN', 'Diese Datei kann nicht gesendet werden')
export const messageNotFound = refusal(404, 'MESSAGE_NOT_FOUND', 'Nachricht nicht gefunden')
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
 * The number of the last change (message, deletion). Every change counts it up by one, so a client that gets a
 * higher number than the next one has missed something and reads with `after` and `revision`.
 */
const Revision = z.number()

export const listMessages = route({
  method: 'GET',
  path: '/api/chat/messages',
  access: 'verified',
  summary:
    'A page in ascending order: the newest, those before a message, or those after one (read until hasMore is false).',
  query: z.object({
    limit: pageLimit(CHAT_PAGE_SIZE),
    /** Counted from the newest. */
    offset: z._default(wholeNumber({ min: 0, max: 100_000 }), 0),
    before: z.optional(Id),
    after: z.optional(Id),
    /** The last change the caller knows; the answer then says what was deleted since. */
    revision: z.optional(wholeNumber({ min: 0, max: INTEGER_MAX })),
  }),
  answer: z.object({
    /** Ascending by id. */
    messages: z.array(ChatMessage),
    /** Whether there are more in the direction that was requested (older ones, or with `after` newer ones). */
    hasMore: z.boolean(),
    /** All changes up to this one are in the answer and what was known before it. */
    revision: Revision,
    /** With `revision`: ids of messages that were deleted since. */
    deletedIds: z.array(Id),
    /** With `revision`: too much has changed since; forget everything and read the newest page. */
    startOver: z.optional(z.literal(true)),
  }),
})

/** One optional word of the specification that the server takes from the upload, not from the body. */
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
    /** The `mediaUrl` that the upload answered; everything else about it is known from there. */
    mediaUrl: z.nullish(z.string().check(z.maxLength(500))),
    mediaType: Ignored,
    mediaSize: Ignored,
    mediaDuration: Ignored,
    thumbnailUrl: z.nullish(z.string().check(z.maxLength(500))),
    mediaFilename: Ignored,
    /** Made by the client, one for each message. */
    clientId: z.nullish(z.uuid()),
  }),
  answer: z.object({ success: z.boolean(), message: ChatMessage }),
  refusals: [emptyMessage, longMessage, unknownMedia, invalidInput],
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
      /** Waveform of a voice message as a JSON array of numbers from 0 to 100, made by the recorder. */
      peaks: z.optional(z.string()),
      /** Seconds of a voice message; counts only where the file does not say it. */
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

/** How far somebody has read, on all their devices. */
export const ReadMark = z.object({
  /** Null when nothing was read yet. */
  lastReadId: z.nullable(Id),
  /** Messages of others after it, up to `UNREAD_COUNTED`. */
  unread: z.number(),
})
export type ReadMark = z.infer<typeof ReadMark>

export const getReadMark = route({
  method: 'GET',
  path: '/api/chat/read',
  access: 'verified',
  summary: 'How far the caller has read, and how much waits.',
  answer: ReadMark,
})

export const setReadMark = route({
  method: 'PUT',
  path: '/api/chat/read',
  access: 'verified',
  summary: 'The caller has read up to this message; going back changes nothing.',
  body: z.object({ lastReadId: Id }),
  answer: ReadMark,
})

/** The text as it is kept: trimmed and visible, without control and direction marks, line breaks as `\n`. */
export function messageText(given: string): string {
  return normalized(
    given.replaceAll(/\r\n?/g, '\n').replaceAll(/[\p{Cs}\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/gu, ''),
  )
}

/** Whether a text may be sent as it is. */
export function isSendable(text: string): boolean {
  const length = lengthOf(messageText(text))
  return length > 0 && length <= MESSAGE_MAX_LENGTH
}

/** Over the socket, from the sender: begins or ends typing; said again every few seconds while it goes on. */
export const OwnTyping = z.object({ type: z.literal('typing'), isTyping: z.boolean() })

/** Over the socket: somebody else types, or has stopped. */
export const Typing = z.object({
  type: z.literal('typing'),
  userId: Id,
  username: z.string(),
  displayName: z.string(),
  isTyping: z.boolean(),
})

/** Over the socket: a new message, in order. */
export const NewMessage = z.object({
  type: z.literal('chatMessage'),
  message: ChatMessage,
  revision: Revision,
})

/** Over the socket: a message is gone for everyone. */
export const MessageDeleted = z.object({
  type: z.literal('chatMessageDeleted'),
  id: Id,
  revision: Revision,
})

/**
 * Over the socket: a change of a kind that the sending process does not know, from a newer version beside it. A client
 * that does not know the kind either only counts the revision.
 */
export const OtherChatChange = z.object({
  type: z.literal('chatChange'),
  kind: z.string(),
  messageId: Id,
  payload: z.unknown(),
  revision: Revision,
})

/** Every change of the chat, as the socket sends it. */
export const ChatChange = z.discriminatedUnion('type', [NewMessage, MessageDeleted, OtherChatChange])
export type ChatChange = z.infer<typeof ChatChange>

/** Over the socket, to the reader's own devices: read up to here. */
export const ChatRead = z.object({ type: z.literal('chatRead'), lastReadId: Id })
