import { useState, type DOMAttributes, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useReorder, type Lifted } from './use-reorder.ts'

/** By how many rows Page Up and Page Down move a row. */
const PAGE = 10
/** Milliseconds of the animation of a dropped row; docs/product.md §2.8 allows 0.33 to 0.55 s. */
const DROP_DURATION = 550

interface ReorderListOptions {
  /** The ids of the rows, in their order. */
  ids: readonly string[]
  /** The name of a row, which is announced to screen readers. */
  nameOf: (index: number) => string
  /** The height of each row in pixels. */
  rowHeight: number
  /** Disables moving. */
  isFixed?: boolean
  /** Called before a row is lifted to be moved. */
  onLift?: () => void
  /** Scrolls to the position to which a row would be moved. */
  onReveal: (index: number) => void
  onDrop: (from: number, to: number) => void
}

/** A row that is moved with the keyboard, or by pressing two drag handles. */
interface HeldItem {
  id: string
  to: number
}

/**
 * A list on the page whose rows can be reordered in three ways: by dragging the drag handles; with keys (Space lifts
 * and drops a row, arrow keys move it, Escape cancels); or by pressing the drag handle of a row and then that of the
 * target row. `announcement` is a text for a live region.
 */
export function useReorderList({
  ids,
  nameOf,
  rowHeight,
  isFixed = false,
  onLift,
  onReveal,
  onDrop,
}: ReorderListOptions) {
  const [grabbed, setGrabbed] = useState<HeldItem>()
  const [dragged, setDragged] = useState<string>()
  const [dropped, setDropped] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const place = (index: number) => `Platz ${index + 1} von ${ids.length}`

  const drop = (id: string | undefined, to: number) => {
    const from = id === undefined ? -1 : ids.indexOf(id)
    setGrabbed(undefined)
    if (from < 0 || id === undefined) return
    setAnnouncement(`${nameOf(from)} abgelegt auf ${place(to)}`)
    if (from === to) return
    setDropped(id)
    setTimeout(() => setDropped((settled) => (settled === id ? undefined : settled)), DROP_DURATION)
    onDrop(from, to)
  }

  const { lifted: inHand, grip: pointerGrip } = useReorder({
    count: ids.length,
    rowHeight,
    onLift: (index) =>
      flushSync(() => {
        setGrabbed(undefined)
        setDropped(undefined)
        setDragged(ids[index])
        onLift?.()
      }),
    // The row is identified by its id and not by its index, because the list may have changed during the drag.
    onDrop: (_from, to) => drop(dragged, to),
  })
  const grabbedFrom = grabbed === undefined ? -1 : ids.indexOf(grabbed.id)
  const byKeys: Lifted | undefined =
    grabbed && grabbedFrom >= 0
      ? { from: grabbedFrom, to: grabbed.to, offset: (grabbed.to - grabbedFrom) * rowHeight }
      : undefined
  const lifted = inHand ?? byKeys

  const hold = (index: number) => {
    const id = ids[index]
    if (id === undefined) return
    onLift?.()
    setDropped(undefined)
    setGrabbed({ id, to: index })
    setAnnouncement(
      `${nameOf(index)} angehoben, ${place(index)}. Pfeiltasten verschieben, Leertaste legt ab, Escape bricht ab.`,
    )
  }
  const putBack = () => {
    setGrabbed(undefined)
    if (grabbedFrom >= 0) setAnnouncement(`${nameOf(grabbedFrom)} zurückgelegt auf ${place(grabbedFrom)}`)
  }
  const pressed = (event: KeyboardEvent, index: number) => {
    if (!grabbed || grabbedFrom !== index) return
    const last = ids.length - 1
    const to = wayOf(event.key, grabbed.to, last)
    if (to !== undefined) {
      event.preventDefault()
      setGrabbed({ ...grabbed, to })
      setAnnouncement(`${nameOf(index)}, ${place(to)}`)
      onReveal(to)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      putBack()
      onReveal(index)
    }
  }

  /** The properties of the drag handle of the row at this index. */
  const grip = (index: number): DOMAttributes<HTMLElement> & { 'aria-pressed': boolean } => {
    const dragging = pointerGrip(index)
    return {
      ...(isFixed ? {} : dragging),
      'aria-pressed': grabbedFrom === index,
      onClick: () => {
        if (isFixed) return
        if (byKeys === undefined || grabbed === undefined) hold(index)
        else drop(grabbed.id, grabbedFrom === index ? grabbed.to : index)
      },
      onKeyDown: (event) => pressed(event, index),
    }
  }

  return { lifted, droppedId: dropped, isDragged: inHand !== undefined, announcement, grip }
}

function wayOf(key: string, from: number, last: number): number | undefined {
  const ways: Record<string, number> = {
    ArrowUp: from - 1,
    ArrowDown: from + 1,
    PageUp: from - PAGE,
    PageDown: from + PAGE,
    Home: 0,
    End: last,
  }
  const to = ways[key]
  return to === undefined ? undefined : Math.min(Math.max(0, to), last)
}
