import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { readAfter } from './reading.ts'
import type { Row } from '../messages/rows.ts'
import { readUpTo } from '../reading/read-mark.ts'
import { useChat } from '../state/chat-instance.ts'
import { useConversationId } from '../state/conversation-context.ts'
import { useUnread } from '../reading/unread-store.ts'

/** Events of scrolling by the reader; automatic scrolling has none of them. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown']

interface ReaderMoves {
  /** The reader has scrolled: until then the list positions itself. */
  hasMoved: boolean
  wasAtEnd: boolean
  /** The newest message at the time when the reader reached the end. */
  cameFor?: string | undefined
}

/** Marks messages that are visible in a focused window as read. */
export function useReading(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  ownId: string,
  isAtEnd: boolean,
) {
  const conversationId = useConversationId()
  const lastReadId = useUnread((unread) => unread.lastReadId)
  const hasOlder = useChat(({ log }) => log.hasOlder)
  const newest = useChat(({ log }) => log.messages.at(-1)?.id)
  const reader = useRef<ReaderMoves>({ hasMoved: false, wasAtEnd: isAtEnd })
  const look = useEffectEvent(() => {
    const element = scroller.current
    if (!element || lastReadId === undefined) return
    if (document.visibilityState !== 'visible' || !document.hasFocus()) return
    const hasCome = reader.current.hasMoved && reader.current.cameFor === newest
    const read = readAfter({ rows, hasOlder, lastReadId, ownId, inView: messagesInView(element), hasCome })
    if (read !== undefined) readUpTo(conversationId, read)
  })
  const noteEnd = useEffectEvent(() => {
    // By scrolling to the end the reader skips the messages before it. Later ones are seen when they arrive.
    if (isAtEnd && !reader.current.wasAtEnd) reader.current.cameFor = newest
    else if (!isAtEnd) reader.current.cameFor = undefined
    reader.current.wasAtEnd = isAtEnd
  })
  useEffect(() => {
    if (isAtEnd !== reader.current.wasAtEnd) noteEnd()
    if (rows.length === 0 || lastReadId === undefined) return undefined
    // Waits for the layout of the changed rows.
    const frame = requestAnimationFrame(() => look())
    return () => cancelAnimationFrame(frame)
  }, [rows, lastReadId, isAtEnd])
  useEffect(() => {
    const frame = scroller.current?.parentElement
    if (!frame) return undefined
    const watching = new AbortController()
    const { signal } = watching
    let timer = 0
    const soon = () => {
      cancelAnimationFrame(timer)
      timer = requestAnimationFrame(() => look())
    }
    frame.addEventListener('scroll', soon, { signal, passive: true, capture: true })
    globalThis.addEventListener('focus', soon, { signal })
    document.addEventListener('visibilitychange', soon, { signal })
    for (const name of MOVES)
      frame.addEventListener(name, () => void (reader.current.hasMoved = true), { signal, passive: true })
    return () => {
      cancelAnimationFrame(timer)
      watching.abort()
    }
  }, [scroller])
}

/** Pixels at the bottom of a message that may be outside of the visible part. */
const SLACK = 12

/** Ids of the messages whose end is visible. */
function messagesInView(scroller: HTMLElement): readonly string[] {
  const { top, bottom } = scroller.getBoundingClientRect()
  return [...scroller.querySelectorAll<HTMLElement>('[data-message]')].flatMap((row) => {
    const box = row.getBoundingClientRect()
    const isInView = box.bottom > top && box.bottom <= bottom + SLACK
    return isInView && row.dataset['message'] !== undefined ? [row.dataset['message']] : []
  })
}
