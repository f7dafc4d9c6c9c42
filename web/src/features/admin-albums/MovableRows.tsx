import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { classNames } from '#ui/dom/class-names.ts'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { useReorderList } from '#ui/hooks/use-reorder-list.ts'
import { yieldOf } from '#ui/hooks/use-reorder.ts'
import type { GripHandlers } from '#ui/components/controls/Grip.tsx'
import styles from './TrackManagement.module.css'

/** What a row needs to be placed in the virtualised list and to be moved. */
export interface MovableRow {
  index: number
  /** A ref for the row's element, which measures rows that may be higher than the others. */
  ref: (row: Element | null) => void
  className: string
  /** Sets position and minimum height of the row. */
  style: CSSProperties
  grip: GripHandlers
  /** Scrolls to a row of the list. */
  goTo: (index: number) => void
}

interface MovableRowsProps {
  className: string | undefined
  label?: string
  /** The ids of the rows, in their order. */
  ids: readonly string[]
  /** The name of a row, which is announced to screen readers. */
  nameOf: (index: number) => string
  /** Height in rem of a row that is not open. */
  height: { desk: number; phone: number }
  /** The id of a row that stays mounted at any scroll position. */
  retainedId?: string | undefined
  /** Disables moving. */
  isFixed?: boolean
  /** Called before a row is lifted to be moved. */
  onLift?: () => void
  onMove: (from: number, to: number) => void
  children: (row: MovableRow) => ReactNode
}

/** A virtualised list whose rows can be reordered with drag handles. */
export function MovableRows(props: MovableRowsProps) {
  const {
    className,
    label,
    ids,
    nameOf,
    height,
    retainedId,
    isFixed = false,
    onLift,
    onMove,
    children,
  } = props
  const list = useRef<HTMLOListElement>(null)
  const top = useTop(list)
  const isPhone = useMediaQuery(PHONE)
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const rowHeight = (isPhone ? height.phone : height.desk) * rem
  const [focusedId, setFocusedId] = useState<string>()
  const { lifted, droppedId, isDragged, announcement, grip } = useReorderList({
    ids,
    nameOf,
    rowHeight,
    isFixed,
    ...(onLift && { onLift }),
    onReveal: (index) => virtualizer.scrollToIndex(index),
    onDrop: onMove,
  })
  // The open row and the row with the focus stay mounted, as well as the row that is being dragged.
  const kept = [retainedId, focusedId].map((id) => (id === undefined ? -1 : ids.indexOf(id)))
  // The rule warns about the virtualizer's functions in memoized code. They are only used in this component, which is
  // not memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: ids.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => ids[index] ?? index,
    scrollMargin: top,
    overscan: 4,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept, lifted?.from ?? -1])]
        .filter((index) => index >= 0 && index < range.count)
        .toSorted((a, b) => a - b),
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])

  const rows = virtualizer.getVirtualItems()
  const keepFocusOn = (target: Element) => {
    const place = Array.from(list.current?.children ?? []).findIndex((row) => row.contains(target))
    setFocusedId(ids[rows[place]?.index ?? -1])
  }

  return (
    <div onFocus={({ target }) => keepFocusOn(target)} onBlur={() => setFocusedId(undefined)}>
      <p className="sr" aria-live="assertive">
        {announcement}
      </p>
      <ol
        ref={list}
        aria-label={label}
        className={classNames(className, lifted && styles.moving, droppedId !== undefined && styles.settling)}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map(({ index, start }) => {
          const isLifted = lifted?.from === index
          const shift = lifted ? (isLifted ? lifted.offset : yieldOf(index, lifted, rowHeight)) : 0
          return children({
            index,
            ref: virtualizer.measureElement,
            className: classNames(
              isLifted && styles.lifted,
              isLifted && isDragged && styles.dragged,
              droppedId === ids[index] && styles.dropped,
            ),
            style: { minHeight: rowHeight, translate: `0 ${start - top + shift}px` },
            grip: grip(index),
            goTo: (to) => virtualizer.scrollToIndex(to, { align: 'center' }),
          })
        })}
        {lifted && (
          <li
            aria-hidden
            className={styles.slot}
            style={{ height: rowHeight, translate: `0 ${lifted.to * rowHeight}px` }}
          />
        )}
      </ol>
    </div>
  )
}

/** Distance of an element from the top of the document in pixels. It is measured at each render of the component. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  // No dependencies: content above the list may change its position at any time.
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => {
    const at = element.current?.getBoundingClientRect().top
    if (at !== undefined) setTop(Math.round(at + window.scrollY))
  })
  return top
}
