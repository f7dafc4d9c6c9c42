/** The read mark of the member, and the number of unread messages. */
export interface Unread {
  /** Null when nothing was read yet; undefined while that is not known. */
  lastReadId: string | null | undefined
  /** Messages of others after it. */
  count: number
}

export const EMPTY_UNREAD: Unread = { lastReadId: undefined, count: 0 }

/** Whether a message lies after what was read. */
function isAfter(id: string, lastReadId: string | null | undefined): boolean {
  return lastReadId === undefined || lastReadId === null || id > lastReadId
}

/** Another member has sent a message. */
export function withWaiting(unread: Unread, id: string): Unread {
  return isAfter(id, unread.lastReadId) ? { ...unread, count: unread.count + 1 } : unread
}

/** Everything up to this message was read, so many of others wait after it; going back changes nothing. */
export function withRead(unread: Unread, id: string, waiting = 0): Unread {
  return isAfter(id, unread.lastReadId) ? { lastReadId: id, count: waiting } : unread
}

/** Counts above this read as „99+“. */
const SHOWN_AT_MOST = 99

/** `3`, `99+`; empty for nothing. */
export function countText(count: number): string {
  if (count <= 0) return ''
  return count > SHOWN_AT_MOST ? `${SHOWN_AT_MOST}+` : String(count)
}
