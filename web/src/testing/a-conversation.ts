import type { DirectConversation } from '@tonarchiv/contract/conversations'

/** A conversation with a friend for tests, identified by its id. */
export function aConversation(id: string, more: Partial<DirectConversation> = {}): DirectConversation {
  return {
    id,
    person: { id: 'okan', username: 'okan_s', displayName: 'Okan S.', photoURL: null },
    writing: 'open',
    request: null,
    lastMessage: null,
    unread: 0,
    theirReadId: null,
    isMuted: false,
    ...more,
  }
}
