import { useEffect, useState } from 'react'
import type { MessageRow, Row } from '../messages/rows.ts'
import { useUnread } from '../reading/unread-store.ts'
import type { ListView } from './use-list-view.ts'

/** Milliseconds for which a message is marked after a jump to it. */
const MARKED_FOR = 5000
/** Maximum number of frames that a row needs to be mounted after it was scrolled into view. */
const FRAMES_MAX = 60

/** The id of the message that is marked after a jump to it, and a function that marks a message for a while. */
export function useMarked() {
  const [marked, mark] = useState<{ id: string }>()
  useEffect(() => {
    if (!marked) return undefined
    const timer = setTimeout(() => mark(undefined), MARKED_FOR)
    return () => clearTimeout(timer)
  }, [marked])
  return { markedId: marked?.id, mark: (id: string) => mark({ id }) }
}

/** Moves the focus to a message as soon as its row is mounted. */
export function focusMessage(list: HTMLElement | null, id: string, frames = FRAMES_MAX): void {
  const row = list?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)
  if (row) row.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusMessage(list, id, frames - 1))
}

/** The loaded messages of others that mention the member and are later than both ids. */
export function mentionsAfter(
  rows: readonly Row[],
  ownId: string,
  lastReadId: string | null | undefined,
  visitedId: string,
): readonly MessageRow[] {
  if (lastReadId === undefined) return []
  const isOpen = ({ id }: MessageRow['message']) => id > visitedId && (lastReadId === null || id > lastReadId)
  const isToOwn = ({ mentions }: MessageRow['message']) => mentions.some(({ userId }) => userId === ownId)
  return rows.flatMap((row) =>
    row.kind === 'message' && !row.isOwn && isOpen(row.message) && isToOwn(row.message) ? row : [],
  )
}

/** The number of unread mentions that are not in view, and a function that goes through them. */
export function useMentions(rows: readonly Row[], ownId: string, { top, bottom }: ListView) {
  const lastReadId = useUnread((unread) => unread.lastReadId)
  const [visitedId, setVisitedId] = useState('')
  const outOfView = rows.filter((_row, index) => index < top || index > bottom)
  const open = mentionsAfter(outOfView, ownId, lastReadId, visitedId)
  return {
    count: open.length,
    /** @returns the id of the next message with such a mention; undefined if there is none */
    next(): string | undefined {
      const id = open[0]?.message.id
      if (id !== undefined) setVisitedId(id)
      return id
    },
  }
}
