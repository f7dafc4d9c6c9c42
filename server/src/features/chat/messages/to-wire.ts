import type { ChatMessage } from '@tonarchiv/contract/chat'
import { DELETED_USER_NAME, type Person } from '@tonarchiv/contract/presence'
import type { MediaRow } from '../media/media-store.ts'
import { NO_MEDIA, uploadOf } from '../media/to-wire.ts'
import type { MessageRow } from './store.ts'

/** A message that was just stored. */
export function newMessageToWire(
  row: { id: string; content: string; createdAt: string; clientId: string | null },
  author: Person,
  mentions: ChatMessage['mentions'],
  media: MediaRow | undefined,
): ChatMessage {
  const { id: userId, username, displayName, photoURL } = author
  return {
    id: row.id,
    content: row.content,
    messageType: media === undefined ? 'text' : 'media',
    ...(media === undefined ? NO_MEDIA : uploadOf(media)),
    createdAt: row.createdAt,
    userId,
    username,
    displayName,
    photoURL,
    mentions,
    clientId: row.clientId,
  }
}

export function toWire(row: MessageRow): ChatMessage {
  const { mediaName, kind, sizeBytes, fileName } = row
  const hasMedia = mediaName !== null && kind !== null && sizeBytes !== null && fileName !== null
  return {
    id: row.id,
    content: row.content,
    messageType: hasMedia ? 'media' : 'text',
    ...(hasMedia ? uploadOf({ ...row, name: mediaName, kind, sizeBytes, fileName }) : NO_MEDIA),
    createdAt: row.createdAt,
    userId: row.userId,
    username: row.username ?? '',
    displayName: row.displayName ?? row.username ?? DELETED_USER_NAME,
    photoURL: row.avatarName === null ? null : `/api/avatar/${row.avatarName}`,
    mentions: mentionsIn(row.mentions),
    clientId: row.clientId,
  }
}

function mentionsIn(json: string): ChatMessage['mentions'] {
  const parsed: unknown = JSON.parse(json)
  if (!Array.isArray(parsed)) return []
  return parsed.flatMap((mention: unknown) => {
    if (typeof mention !== 'object' || mention === null) return []
    const userId: unknown = Reflect.get(mention, 'userId')
    const username: unknown = Reflect.get(mention, 'username')
    return typeof userId === 'string' && typeof username === 'string' ? [{ userId, username }] : []
  })
}
