import { useState, type DOMAttributes, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useReorder, type Lifted } from './use-reorder.ts'

/** Rows that Page Up and Page Down go. */
const PAGE = 10
/** Milliseconds after which a dropped row lies still. docs/product.md §2.8: 0.33 to 0.55 s. */
const DROP_DURATION = 550

interface ReorderListOptions {
  /** Of the rows, in their order. */
  ids: readonly string[]
  /** How a row is called when its way is told. */
  nameOf: (index: number) => string
  /** Of every row, pixels. */
  rowHeight: number
  /** Rows must not be moved now. */
  isFixed?: boolean
  /** Told before a row is lifted. */
  onLift?: () => void
  /** Brings a row's future place into view. */
  onReveal: (index: number) => void
  onDrop: (from: number, to: number) => void
}

/** A row in the hand of somebody who does not drag. */
interface HeldItem {
  id: string
  to: number
}

/**
 * A list on the page whose rows are put into another order: dragged by their grips; or by keys, Space to lift, arrows
 * to move, Space to drop, Esc to put back; or by pressing one grip and then that of the place to go. `announcement` is for a
 * live region.
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
    // The list may have changed under the hand: what was lifted is what is dropped.
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

  /** For the grip of the row with this index. */
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
