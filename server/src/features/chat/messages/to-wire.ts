import type { Card } from '@tonarchiv/contract/cards'
import { type ChatMessage, type Quote, Reaction } from '@tonarchiv/contract/chat'
import { quotedText } from '@tonarchiv/contract/chat-changes'
import { DELETED_USER_NAME, type Person } from '@tonarchiv/contract/presence'
import * as z from 'zod/mini'
import type { MediaRow } from '../media/media-store.ts'
import { albumColumn, imagesIn, NO_MEDIA, thumbnailOf, uploadOf } from '../media/to-wire.ts'
import type { MessageRow } from './store.ts'

/** A message that was just stored. */
export function newMessageToWire(
  row: { id: string; content: string; createdAt: string; clientId: string | null; card: Card | undefined },
  author: Person,
  mentions: ChatMessage['mentions'],
  media: readonly MediaRow[],
  replyTo: Quote | null,
): ChatMessage {
  const { id: userId, username, displayName, photoURL } = author
  const [first] = media
  return {
    id: row.id,
    content: row.content,
    messageType: first === undefined ? 'text' : 'media',
    ...(first === undefined ? NO_MEDIA : uploadOf(first)),
    images: imagesIn(albumColumn(media)),
    createdAt: row.createdAt,
    userId,
    username,
    displayName,
    photoURL,
    mentions,
    clientId: row.clientId,
    replyTo,
    editedAt: null,
    reactions: [],
    pinnedAt: null,
    card: row.card ?? null,
  }
}

export function toWire(row: MessageRow): ChatMessage {
  const { mediaName, kind, sizeBytes, fileName } = row
  const hasMedia = mediaName !== null && kind !== null && sizeBytes !== null && fileName !== null
  return {
    id: row.id,
    content: row.content,
    messageType: row.systemKind !== null ? 'system' : hasMedia ? 'media' : 'text',
    ...(hasMedia ? uploadOf({ ...row, name: mediaName, kind, sizeBytes, fileName }) : NO_MEDIA),
    images: hasMedia ? imagesIn(row.album) : [],
    createdAt: row.createdAt,
    userId: row.userId,
    ...authorOf(row),
    mentions: mentionsIn(row.mentions),
    clientId: row.clientId,
    replyTo: quoteIn(row),
    editedAt: row.editedAt,
    reactions: reactionsIn(row.reactions),
    pinnedAt: row.pinnedAt,
    card: cardIn(row),
  }
}

/** The author of a message as its readers see them. */
export function authorOf({
  username,
  displayName,
  avatarName,
}: Pick<MessageRow, 'username' | 'displayName' | 'avatarName'>): Pick<
  ChatMessage,
  'username' | 'displayName' | 'photoURL'
> {
  return {
    username: username ?? '',
    displayName: displayName ?? username ?? DELETED_USER_NAME,
    photoURL: avatarName === null ? null : `/api/avatar/${avatarName}`,
  }
}

/** A message that another one answers. */
export function quoteOf(row: MessageRow): Quote {
  const { id, userId, displayName, content, mediaType, thumbnailUrl, card } = toWire(row)
  if (row.deletedAt !== null) return deletedQuote(id)
  const excerpt = quotedText(content)
  return { id, userId, displayName, excerpt, mediaType, thumbnailUrl, ...(card && { card }) }
}

function deletedQuote(id: string): Quote {
  return { id, userId: null, displayName: '', excerpt: null, mediaType: null, thumbnailUrl: null }
}

function quoteIn(row: MessageRow): Quote | null {
  if (row.replyTo === null) return null
  if (row.repliedContent === null) return deletedQuote(row.replyTo)
  const { repliedMediaName: name, repliedKind: kind, repliedWidth: width, repliedHeight: height } = row
  const card = cardIn({
    cardKind: row.repliedCardKind,
    cardId: row.repliedCardId,
    cardSecond: row.repliedCardSecond,
  })
  return {
    id: row.replyTo,
    userId: row.repliedUserId,
    displayName: row.repliedDisplayName ?? row.repliedUsername ?? DELETED_USER_NAME,
    excerpt: quotedText(row.repliedContent),
    mediaType: kind,
    thumbnailUrl: name === null || kind === null ? null : thumbnailOf({ name, kind, width, height }),
    ...(card && { card }),
  }
}

const Reactions = z.array(Reaction)

/** Reactions as they are stored with their message. */
export function reactionsIn(json: string): Reaction[] {
  return json === '[]' ? [] : Reactions.parse(JSON.parse(json))
}

export function mentionsIn(json: string): ChatMessage['mentions'] {
  if (json === '[]') return []
  const parsed: unknown = JSON.parse(json)
  if (!Array.isArray(parsed)) return []
  return parsed.flatMap((mention: unknown) => {
    if (typeof mention !== 'object' || mention === null) return []
    const userId: unknown = Reflect.get(mention, 'userId')
    const username: unknown = Reflect.get(mention, 'username')
    return typeof userId === 'string' && typeof username === 'string' ? [{ userId, username }] : []
  })
}

type CardColumns = Pick<MessageRow, 'cardKind' | 'cardId' | 'cardSecond'>

export function cardColumns(card: Card | undefined): CardColumns {
  return { cardKind: card?.kind ?? null, cardId: card?.id ?? null, cardSecond: card?.second ?? null }
}

function cardIn({ cardKind: kind, cardId: id, cardSecond }: CardColumns): Card | null {
  if (kind === null || id === null) return null
  return { kind, id, ...(cardSecond !== null && { second: cardSecond }) }
}
