import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'
import type { Chat } from '../state/chat.ts'

/** What a list has measured, px. */
interface Sizes {
  /** The width of the window, which the heights of the rows depend on. */
  windowWidth: number
  /** The height of the visible part. */
  height: number
  rows: VirtualItem[]
}

const kept = new WeakMap<Chat, Sizes>()
/** The height of the list that was closed last. The lists of all conversations have about the same height. */
let lastHeight: number | undefined

/**
 * The sizes with which the list of a conversation starts: those of its last visit, so that its rows are rendered and
 * laid out once and not a second time after they were measured. Sizes that have changed since are corrected before the
 * first frame is painted.
 */
export function useStartSizes(chat: Chat) {
  const [start] = useState(() => startOf(chat))
  return start
}

function startOf(chat: Chat) {
  const before = kept.get(chat)
  const height = before?.height ?? lastHeight ?? innerHeight / 2
  return {
    initialRect: { width: 0, height },
    initialMeasurementsCache: before?.windowWidth === innerWidth ? before.rows : [],
  }
}

/** Keeps the sizes for the next visit when the list is closed. */
export function useKeptSizes(chat: Chat, list: Virtualizer<HTMLDivElement, HTMLLIElement>): void {
  useEffect(
    () => () => {
      const height = list.scrollRect?.height ?? 0
      if (height === 0) return
      lastHeight = height
      kept.set(chat, { windowWidth: innerWidth, height, rows: list.takeSnapshot() })
    },
    [chat, list],
  )
}
