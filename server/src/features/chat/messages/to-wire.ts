import type { ChatMessage, ChatUpload } from '@tonarchiv/contract/chat'
import { DELETED_USER_NAME, type Person } from '@tonarchiv/contract/presence'
import { CHAT_SMALL_SIDE } from '#images/pictures.ts'
import type { MediaRow } from '../media/media-store.ts'
import type { MessageRow } from './store.ts'

const MEDIA_PATH = '/api/chat/media/'
/** Marks the smaller picture's address. */
const SMALL = '-klein'

/** Where bytes are asked for; `small` is the picture for the list. */
export function mediaAddress(name: string, small = false): string {
  return `${MEDIA_PATH}${name}${small ? SMALL : ''}`
}

/** The name in an address of ours; undefined for any other address. */
export function nameInAddress(address: string): string | undefined {
  const name = address.startsWith(MEDIA_PATH) ? address.slice(MEDIA_PATH.length) : ''
  return /^[0-9a-f]{32}$/.test(name) ? name : undefined
}

/** Whether an address is the small picture of an upload, which is its whole one where there is no smaller. */
export function isThumbnailOf(name: string | undefined, address: string): boolean {
  return name !== undefined && (address === mediaAddress(name, true) || address === mediaAddress(name))
}

/** What the last part of an address asks for. */
export function partsOfName(given: string): { name: string; isSmall: boolean } {
  return given.endsWith(SMALL)
    ? { name: given.slice(0, -SMALL.length), isSmall: true }
    : { name: given, isSmall: false }
}

const NO_MEDIA: ChatUpload = {
  mediaUrl: null,
  mediaType: null,
  mediaSize: null,
  mediaDuration: null,
  thumbnailUrl: null,
  mediaFilename: null,
  mediaWidth: null,
  mediaHeight: null,
  mediaPeaks: null,
}

/** Whether a smaller picture was made; a picture that is small itself is its own. */
function hasSmaller({ width, height }: Pick<MediaRow, 'width' | 'height'>): boolean {
  return Math.max(width ?? 0, height ?? 0) > CHAT_SMALL_SIDE
}

export function uploadOf(
  row: Pick<
    MediaRow,
    'name' | 'kind' | 'sizeBytes' | 'durationSeconds' | 'width' | 'height' | 'peaks' | 'fileName'
  >,
): ChatUpload {
  return {
    mediaUrl: mediaAddress(row.name),
    mediaType: row.kind,
    mediaSize: row.sizeBytes,
    mediaDuration: row.durationSeconds,
    thumbnailUrl: row.kind === 'image' ? mediaAddress(row.name, hasSmaller(row)) : null,
    mediaFilename: row.fileName,
    mediaWidth: row.width,
    mediaHeight: row.height,
    mediaPeaks: row.peaks === null ? null : numbersIn(row.peaks),
  }
}

/** A message as it was just written. */
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

function numbersIn(json: string): number[] {
  const parsed: unknown = JSON.parse(json)
  return Array.isArray(parsed) ? parsed.filter((value) => typeof value === 'number') : []
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
