import { useState, type DOMAttributes, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useReorder, yieldOf } from '#ui/hooks/use-reorder.ts'
import { isHeading, type ListHeading, type TrackEntry } from './track-entry.ts'
import type { TrackKey } from './track-selection.ts'

interface RowMovesOptions<Entry extends TrackEntry> {
  entries: readonly (Entry | ListHeading)[]
  /** Of every row, pixels. */
  rowHeight: number
  /** The scrolling element; the page by default. */
  scroller: RefObject<HTMLElement | null> | undefined
  onMove: (entry: Entry, to: number, kind: MoveKind) => void
  /** Which rows can be moved; by default all. */
  isMovable?: ((entry: Entry) => boolean) | undefined
  /** Scrolls a row into view and focuses an element in it. */
  focusRow: (key: TrackKey, selector: string) => void
}

/** `moved`: one step with keys, which may be put back. */
export type MoveKind = 'moved' | 'dropped' | 'putBack'

/** What a row needs to be movable. */
export interface RowMoves {
  /** The row is being moved by keys or by its two arrows. */
  isHeld: boolean
  isLifted: boolean
  isYielding: boolean
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
  isMovable = () => true,
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
      if (entry && !isHeading(entry)) move(entry, to, 'dropped')
    },
  })
  /** The place of an entry among those that can be moved, if it is put at this index. */
  const spotOf = (entry: Entry, index: number) => {
    const others = entries.filter((each) => each.key !== entry.key)
    const movable = (each: Entry | ListHeading) => !isHeading(each) && isMovable(each)
    return `Platz ${others.slice(0, index).filter(movable).length + 1} von ${others.filter(movable).length + 1}`
  }

  const move = (entry: Entry, to: number, kind: MoveKind) => {
    flushSync(() => {
      onMove(entry, to, kind)
      setAnnouncement(moveAnnouncement(kind, entry.track.title, spotOf(entry, to)))
    })
  }
  const hold = (entry: Entry, index: number) => {
    const isHeld = held?.key === entry.key
    setHeld(isHeld ? undefined : { key: entry.key, from: index })
    const kind = isHeld ? 'dropped' : 'lifted'
    setAnnouncement(moveAnnouncement(kind, entry.track.title, spotOf(entry, index)))
  }
  const step = (entry: Entry, index: number, by: 1 | -1, selector: string) => {
    const to = Math.min(Math.max(0, index + by), count - 1)
    move(entry, to, 'moved')
    focusRow(entry.key, selector)
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
      focusRow(entry.key, '[data-grip]')
    }
  }
  /** Pixels by which a row stands beside its place. */
  const shiftOf = (index: number) => {
    if (lifted === undefined) return 0
    return lifted.from === index ? lifted.offset : yieldOf(index, lifted, rowHeight)
  }
  const movesOf = (entry: Entry, index: number): RowMoves => {
    const isLifted = lifted?.from === index
    return {
      isHeld: held?.key === entry.key,
      isLifted,
      isYielding: lifted !== undefined && !isLifted,
      grip: grip(index),
      onHold: () => hold(entry, index),
      onStep: (by, selector) => step(entry, index, by, selector),
      onKeyDown: (event) => pressed(event, entry, index),
    }
  }
  return { lifted, announcement, shiftOf, movesOf }
}

/** The announcement while a row is moved. */
function moveAnnouncement(kind: 'lifted' | MoveKind, title: string, where: string): string {
  return {
    lifted: `${title} angehoben, ${where}. Pfeiltasten verschieben, Leertaste legt ab, Escape bricht ab.`,
    moved: where,
    dropped: `${title} abgelegt, ${where}`,
    putBack: `Abgebrochen, ${title} wieder auf ${where}`,
  }[kind]
}
