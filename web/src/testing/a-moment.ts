import type { Moment } from '@tonarchiv/contract/moments'

/** A moment for tests, identified by the id of its message. */
export function aMoment(messageId: string, more: Partial<Moment> = {}): Moment {
  return {
    messageId,
    second: 62,
    text: 'Da zieht sie den Atem ein.',
    createdAt: '2026-11-21T09:38:00.000Z',
    author: { id: 'mila', username: 'mila_k', displayName: 'Mila Kramer', photoURL: null },
    replyCount: 0,
    lastReplier: null,
    ...more,
  }
}
