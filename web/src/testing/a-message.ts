import type { ChatMessage } from '@tonarchiv/contract/chat'

/** A message for tests, identified by its id. */
export function aMessage(id: string, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    content: `Nachricht ${id}`,
    messageType: 'text',
    mediaUrl: null,
    mediaType: null,
    mediaSize: null,
    mediaDuration: null,
    thumbnailUrl: null,
    mediaFilename: null,
    mediaWidth: null,
    mediaHeight: null,
    mediaPeaks: null,
    images: [],
    createdAt: '2026-11-21T09:38:00.000Z',
    userId: 'mila',
    username: 'mila_k',
    displayName: 'Mila Kramer',
    photoURL: null,
    mentions: [],
    clientId: null,
    replyTo: null,
    editedAt: null,
    reactions: [],
    pinnedAt: null,
    card: null,
    ...more,
  }
}
