import { useState, type DOMAttributes, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { type Lifted, useReorder, yieldOf } from '#ui/hooks/use-reorder.ts'
import { isHeading, type ListHeading, type TrackEntry } from './track-entry.ts'
import { blockWith, placeAmongOthers, runsOf } from './row-block.ts'
import type { TrackKey } from './track-selection.ts'

interface RowMovesOptions<Entry extends TrackEntry> {
  entries: readonly (Entry | ListHeading)[]
  /** The height of each row in pixels. */
  rowHeight: number
  /** The element that scrolls the list; undefined for the page. */
  scroller: RefObject<HTMLElement | null> | undefined
  onMove: (entry: Entry, to: number, kind: MoveKind) => void
  /** Whether a row can be moved; by default every row can. */
  isMovable?: ((entry: Entry) => boolean) | undefined
  /** The keys of the selected rows. Moving one of them moves all of them. */
  selected: ReadonlySet<TrackKey> | undefined
  /**
   * Moves several rows as a block. `after`: the key of the row or heading behind which they are put; undefined puts
   * them at the beginning.
   */
  onMoveBlock: ((entries: readonly Entry[], after: TrackKey | undefined) => void) | undefined
  /** Scrolls a row into view, and focuses the element in it that matches the selector. */
  focusRow: (key: TrackKey, selector: string) => void
}

/**
 * `moved`: moved by one step with the keyboard, which can still be undone. `dropped`: the move has ended. `putBack`:
 * the steps were undone.
 */
export type MoveKind = 'moved' | 'dropped' | 'putBack'

/** The state and handlers with which a row can be moved. */
export interface RowMoves {
  /** Whether the row is being moved by keys or by its two arrow buttons. */
  isHeld: boolean
  isLifted: boolean
  /** Whether the row is moved together with another row that is being dragged. */
  isTaken: boolean
  /** How many rows are moved together with this one, including this one. */
  count: number
  isYielding: boolean
  /** Event handlers for the drag handle. */
  grip: DOMAttributes<HTMLElement>
  onHold: () => void
  onStep: (by: 1 | -1, selector: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * Lets the user sort a list. A row can be dragged by its drag handle. It can be lifted with Space on the handle, moved
 * with the arrow keys, dropped with Space, and put back with Escape. It can also be moved with Alt and the arrow keys.
 * Each step calls `onMove`. If the row is selected, all selected rows are moved with it. `announcement` is a text for a
 * live region.
 */
export function useRowMoves<Entry extends TrackEntry>({
  entries,
  rowHeight,
  scroller,
  onMove,
  isMovable = () => true,
  selected,
  onMoveBlock,
  focusRow,
}: RowMovesOptions<Entry>) {
  const [held, setHeld] = useState<HeldRow>()
  const [announcement, setAnnouncement] = useState('')
  const count = entries.length
  const { lifted, grip } = useReorder({
    count,
    rowHeight,
    ...(scroller && { scroller }),
    onDrop: (from, to) => {
      const entry = entries[from]
      if (!entry || isHeading(entry)) return
      const block = blockOf(entry)
      if (block.length > 1)
        moveBlock(entry, placeAmongOthers(entries, block, { key: entry.key, to }), 'dropped')
      else move(entry, to, 'dropped')
    },
  })
  const blockOf = (entry: Entry) =>
    onMoveBlock && selected ? blockWith(entry, rowsOf(entries).filter(isMovable), selected) : [entry]
  const spotOf = (entry: Entry, index: number) => spotAmong(entries, isMovable, { rows: [entry], index })
  const move = (entry: Entry, to: number, kind: MoveKind) => {
    flushSync(() => {
      onMove(entry, to, kind)
      setAnnouncement(moveAnnouncement(kind, entry.track.title, spotOf(entry, to)))
    })
  }
  /** @param to - how many rows and headings that do not belong to the block are before it after the move */
  const moveBlock = (entry: Entry, to: number, kind: MoveKind) => {
    const block = blockOf(entry)
    const moved = new Set<Entry | ListHeading>(block)
    const others = entries.filter((each) => !moved.has(each))
    flushSync(() => {
      onMoveBlock?.(block, others[to - 1]?.key)
      const where = spotAmong(entries, isMovable, { rows: block, index: to })
      setAnnouncement(moveAnnouncement(kind, `${block.length} Titel`, where))
    })
  }
  const putBack = ({ from, order }: HeldRow, entry: Entry) => {
    const block = blockOf(entry)
    if (block.length === 1) return move(entry, from, 'putBack')
    flushSync(() => {
      for (const run of runsOf(order, block)) onMoveBlock?.(run.entries, run.after)
      setAnnouncement(`Abgebrochen, ${block.length} Titel wieder an ihren Plätzen`)
    })
  }
  const hold = (entry: Entry, index: number) => {
    const isHeld = held?.key === entry.key
    setHeld(isHeld ? undefined : { key: entry.key, from: index, order: entries })
    const block = blockOf(entry)
    const name = block.length > 1 ? `${block.length} Titel` : entry.track.title
    setAnnouncement(moveAnnouncement(isHeld ? 'dropped' : 'lifted', name, spotOf(entry, index)))
  }
  const step = (entry: Entry, index: number, by: 1 | -1, selector: string) => {
    const block = blockOf(entry)
    if (block.length > 1) {
      const place = placeAmongOthers(entries, block, { key: entry.key, to: index }) + by
      moveBlock(entry, Math.min(Math.max(0, place), count - block.length), 'moved')
    } else move(entry, Math.min(Math.max(0, index + by), count - 1), 'moved')
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
      putBack(held, entry)
      setHeld(undefined)
      focusRow(entry.key, '[data-grip]')
    }
  }
  const liftedEntry = lifted && entries[lifted.from]
  const taken = liftedEntry && !isHeading(liftedEntry) ? blockOf(liftedEntry) : []
  const movesOf = (entry: Entry, index: number): RowMoves => {
    const isLifted = lifted?.from === index
    return {
      isHeld: held?.key === entry.key,
      isLifted,
      isTaken: !isLifted && taken.length > 1 && taken.includes(entry),
      count: isLifted ? taken.length : 1,
      isYielding: lifted !== undefined && !isLifted,
      grip: grip(index),
      onHold: () => hold(entry, index),
      onStep: (by, selector) => step(entry, index, by, selector),
      onKeyDown: (event) => pressed(event, entry, index),
    }
  }
  const shift = (index: number) => shiftOf(index, lifted, rowHeight)
  return { lifted, held, announcement, shiftOf: shift, movesOf }
}

/** The distance in pixels by which a row is drawn below its place in the layout while a row is dragged. */
function shiftOf(index: number, lifted: Lifted | undefined, rowHeight: number): number {
  if (lifted === undefined) return 0
  return lifted.from === index ? lifted.offset : yieldOf(index, lifted, rowHeight)
}

/**
 * The announced position of moved rows, counted among the rows that can be moved. `index`: how many other rows and
 * headings are before them.
 */
function spotAmong<Entry extends TrackEntry>(
  entries: readonly (Entry | ListHeading)[],
  isMovable: (entry: Entry) => boolean,
  { rows, index }: { rows: readonly Entry[]; index: number },
): string {
  const moved = new Set(rows.map(({ key }) => key))
  const others = entries.filter(({ key }) => !moved.has(key))
  const movable = (each: Entry | ListHeading) => !isHeading(each) && isMovable(each)
  return `Platz ${others.slice(0, index).filter(movable).length + 1} von ${others.filter(movable).length + 1}`
}

/** A row that is being moved by keys or by arrow buttons, not by dragging. */
interface HeldRow {
  key: TrackKey
  from: number
  /** All rows and headings, in their order before the move. */
  order: readonly { key: TrackKey }[]
}

function rowsOf<Entry extends TrackEntry>(entries: readonly (Entry | ListHeading)[]): Entry[] {
  return entries.flatMap((entry) => (isHeading(entry) ? [] : [entry]))
}

/** The text that screen readers announce at a step of a move. */
function moveAnnouncement(kind: 'lifted' | MoveKind, title: string, where: string): string {
  return {
    lifted: `${title} angehoben, ${where}. Pfeiltasten verschieben, Leertaste legt ab, Escape bricht ab.`,
    moved: where,
    dropped: `${title} abgelegt, ${where}`,
    putBack: `Abgebrochen, ${title} wieder auf ${where}`,
  }[kind]
}
