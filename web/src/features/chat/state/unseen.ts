import type { ChatChange, ChatMessage } from '@tonarchiv/contract/chat'

/**
 * The last changes of messages that are not loaded. A page that was requested before such a change may contain the
 * message without it.
 */
export interface Unseen {
  /** The revision of the last such change of each message. */
  byId: ReadonlyMap<string, number>
  /** Up to this revision `byId` may lack changes. */
  forgotten: number
}

export const NOTHING_UNSEEN: Unseen = { byId: new Map(), forgotten: 0 }

const RETAINED = 500

/** Records a change, unless its message is loaded. */
export function withUnseen(unseen: Unseen, change: ChatChange, loaded: readonly ChatMessage[]): Unseen {
  return change.type === 'chatChange'
    ? withUnseenIds(unseen, [change.messageId], change.revision, loaded)
    : unseen
}

/** Records that the messages with these ids have changed up to a revision; loaded messages are left out. */
export function withUnseenIds(
  unseen: Unseen,
  ids: readonly string[],
  revision: number,
  loaded: readonly ChatMessage[],
): Unseen {
  const known = new Set(loaded.map(({ id }) => id))
  const noted = ids.filter((id) => !known.has(id)).map((id) => [id, revision] as const)
  if (noted.length === 0) return unseen
  if (unseen.byId.size + noted.length > RETAINED) return withAllUnseen(unseen, revision)
  return { ...unseen, byId: new Map([...unseen.byId, ...noted]) }
}

/** Records that any message may have changed up to this revision. */
export function withAllUnseen({ forgotten }: Unseen, revision: number): Unseen {
  return { byId: new Map(), forgotten: Math.max(forgotten, revision) }
}

/** Whether a page that was read at this revision may have the message as it was before a change. */
export function isStale({ byId, forgotten }: Unseen, id: string, revision: number): boolean {
  return revision < forgotten || revision < (byId.get(id) ?? 0)
}
