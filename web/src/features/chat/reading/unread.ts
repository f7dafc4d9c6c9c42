/** The read mark of the member, and the number of unread messages. */
export interface Unread {
  /** Null when nothing has been read yet; undefined while it is not loaded. */
  lastReadId: string | null | undefined
  /** Number of messages of other members after the read mark. */
  count: number
}

export const EMPTY_UNREAD: Unread = { lastReadId: undefined, count: 0 }

/** Whether a message is after the read mark. */
function isAfter(id: string, lastReadId: string | null | undefined): boolean {
  return lastReadId === undefined || lastReadId === null || id > lastReadId
}

/** The state after a message of another member was received. */
export function withWaiting(unread: Unread, id: string): Unread {
  return isAfter(id, unread.lastReadId) ? { ...unread, count: unread.count + 1 } : unread
}

/**
 * Moves the read mark to this message; `waiting` is the number of later messages of others. The mark never moves back.
 */
export function withRead(unread: Unread, id: string, waiting = 0): Unread {
  return isAfter(id, unread.lastReadId) ? { lastReadId: id, count: waiting } : unread
}

/** Larger counts are shown as „99+“. */
const SHOWN_AT_MOST = 99

/** `3`, `99+`; empty for nothing. */
export function countText(count: number): string {
  if (count <= 0) return ''
  return count > SHOWN_AT_MOST ? `${SHOWN_AT_MOST}+` : String(count)
}
