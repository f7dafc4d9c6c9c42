import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { inViewAfter, seenAt, untilNextSeen, type InView } from './dwell.ts'
import { readAfter } from './reading.ts'
import type { Row } from '../messages/rows.ts'
import { isHeld, releaseUnread } from '../reading/held.ts'
import { readUpTo } from '../reading/read-mark.ts'
import { useChat } from '../state/chat-instance.ts'
import { useConversationId } from '../state/conversation-context.ts'
import { useUnread } from '../reading/unread-store.ts'

/** Events that scrolling by the reader causes; automatic scrolling causes none of these events. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown']

/** Whether the member may be looking at the page. */
const isLooking = () => document.visibilityState === 'visible' && document.hasFocus()

interface ReaderMoves {
  /** Whether the reader has scrolled. Until then the list sets its own position. */
  hasMoved: boolean
  wasAtEnd: boolean
  /** The newest message at the time when the reader reached the end. */
  cameFor?: string | undefined
}

/** Marks messages as read that have been in view for a second in a focused window. */
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
  const inView = useRef<InView>(new Map())
  /** @returns milliseconds after which to look again; undefined when nothing is waited for */
  const look = useEffectEvent((): number | undefined => {
    const element = scroller.current
    if (!element || lastReadId === undefined) return undefined
    const now = performance.now()
    const visible = messagesInView(element)
    inView.current = inViewAfter(inView.current, isLooking() ? visible : [], now)
    const hasCome = reader.current.hasMoved && reader.current.cameFor === newest
    const seen = seenAt(inView.current, now)
    const read = readAfter({ rows, hasOlder, lastReadId, ownId, inView: seen, hasCome })
    const stayUnread = isHeld(conversationId, { inView: visible, seen })
    if (read !== undefined && !stayUnread) readUpTo(conversationId, read)
    return untilNextSeen(inView.current, now)
  })
  const noteEnd = useEffectEvent(() => {
    // A reader who scrolls to the end skips unread messages above the visible ones, so these count as read, too. This
    // applies until a newer message arrives.
    if (isAtEnd && !reader.current.wasAtEnd) reader.current.cameFor = newest
    else if (!isAtEnd) reader.current.cameFor = undefined
    reader.current.wasAtEnd = isAtEnd
  })
  useEffect(() => {
    releaseUnread(conversationId)
    return () => releaseUnread(conversationId)
  }, [conversationId])
  const lookSoon = useRef<() => void>(undefined)
  useEffect(() => {
    const frame = scroller.current?.parentElement
    if (!frame) return undefined
    const watching = new AbortController()
    const { signal } = watching
    let turn = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    // Waits for the layout of changed rows.
    const soon = () => {
      cancelAnimationFrame(turn)
      turn = requestAnimationFrame(() => {
        const wait = look()
        clearTimeout(timer)
        if (wait !== undefined) timer = setTimeout(soon, wait)
      })
    }
    lookSoon.current = soon
    frame.addEventListener('scroll', soon, { signal, passive: true, capture: true })
    const turned = () => {
      // Cleared here and not in the next frame, because a hidden page has no frames.
      if (!isLooking()) inView.current = new Map()
      soon()
    }
    for (const name of ['focus', 'blur']) globalThis.addEventListener(name, turned, { signal })
    document.addEventListener('visibilitychange', turned, { signal })
    for (const name of MOVES)
      frame.addEventListener(name, () => void (reader.current.hasMoved = true), { signal, passive: true })
    return () => {
      cancelAnimationFrame(turn)
      clearTimeout(timer)
      watching.abort()
    }
  }, [scroller])
  useEffect(() => {
    if (isAtEnd !== reader.current.wasAtEnd) noteEnd()
    if (rows.length > 0 && lastReadId !== undefined) lookSoon.current?.()
  }, [rows, lastReadId, isAtEnd])
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
