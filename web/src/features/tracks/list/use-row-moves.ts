import { useState, type DOMAttributes, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useReorder, yieldOf } from '#ui/hooks/use-reorder.ts'
import type { TrackEntry } from './track-entry.ts'
import type { TrackKey } from './track-selection.ts'

interface RowMovesOptions<Entry extends TrackEntry> {
  entries: readonly Entry[]
  /** Of every row, pixels. */
  rowHeight: number
  /** The scrolling element; the page by default. */
  scroller: RefObject<HTMLElement | null> | undefined
  onMove: (entry: Entry, to: number) => void
  /** Scrolls a row into view and focuses an element in it. */
  focusRow: (index: number, selector: string) => void
}

/** What a row needs to be movable. */
export interface RowMoves {
  /** The row is being moved by keys or by its two arrows. */
  isHeld: boolean
  isLifted: boolean
  isYielding: boolean
  /** Pixels from its place. */
  shift: number
  /** What drags the row. */
  grip: DOMAttributes<HTMLElement>
  onHold: () => void
  onStep: (by: 1 | -1, selector: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * Sorting by hand: rows are dragged by their grips; or lifted with Space on a grip, moved with the arrows, dropped with
 * Space and put back with Escape; or moved with Alt and the arrows. Each step is a move. `announcement` is for a live region.
 */
export function useRowMoves<Entry extends TrackEntry>({
  entries,
  rowHeight,
  scroller,
  onMove,
  focusRow,
}: RowMovesOptions<Entry>) {
  const [held, setHeld] = useState<{ key: TrackKey; from: number }>()
  const [announcement, setAnnouncement] = useState('')
  const count = entries.length
  const { lifted, grip } = useReorder({
    count,
    rowHeight,
    ...(scroller && { scroller }),
    onDrop: (from, to) => {
      const entry = entries[from]
      if (entry) move(entry, to, 'dropped')
    },
  })

  const move = (entry: Entry, to: number, what: Parameters<typeof moveAnnouncement>[0]) => {
    flushSync(() => {
      onMove(entry, to)
      setAnnouncement(moveAnnouncement(what, entry.track.title, to, count))
    })
  }
  const hold = (entry: Entry, index: number) => {
    const isHeld = held?.key === entry.key
    setHeld(isHeld ? undefined : { key: entry.key, from: index })
    setAnnouncement(moveAnnouncement(isHeld ? 'dropped' : 'lifted', entry.track.title, index, count))
  }
  const step = (entry: Entry, index: number, by: 1 | -1, selector: string) => {
    const to = Math.min(Math.max(0, index + by), count - 1)
    move(entry, to, 'moved')
    focusRow(to, selector)
  }
  const pressed = (event: KeyboardEvent, entry: Entry, index: number) => {
    const isHeld = held?.key === entry.key
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (by !== undefined && (isHeld || event.altKey)) {
      event.preventDefault()
      step(entry, index, by, isHeld ? '[data-grip]' : '[data-play]')
    } else if (event.key === 'Escape' && isHeld) {
      event.preventDefault()
      move(entry, held.from, 'putBack')
      setHeld(undefined)
      focusRow(held.from, '[data-grip]')
    }
  }
  const movesOf = (entry: Entry, index: number): RowMoves => {
    const isLifted = lifted?.from === index
    return {
      isHeld: held?.key === entry.key,
      isLifted,
      isYielding: lifted !== undefined && !isLifted,
      shift: lifted === undefined ? 0 : isLifted ? lifted.offset : yieldOf(index, lifted, rowHeight),
      grip: grip(index),
      onHold: () => hold(entry, index),
      onStep: (by, selector) => step(entry, index, by, selector),
      onKeyDown: (event) => pressed(event, entry, index),
    }
  }
  return { lifted, announcement, movesOf }
}

/** The announcement while a row is moved. Indexes start at 0. */
function moveAnnouncement(
  what: 'lifted' | 'moved' | 'dropped' | 'putBack',
  title: string,
  place: number,
  count: number,
): string {
  const where = `Platz ${place + 1} von ${count}`
  return {
    lifted: `${title} angehoben, ${where}. Pfeiltasten verschieben, Leertaste legt ab, Escape bricht ab.`,
    moved: where,
    dropped: `${title} abgelegt, ${where}`,
    putBack: `Abgebrochen, ${title} wieder auf ${where}`,
  }[what]
}
