import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Grip } from '#ui/components/controls/Grip.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useReorderList } from '#ui/hooks/use-reorder-list.ts'
import { yieldOf } from '#ui/hooks/use-reorder.ts'
import styles from './AlbumEditor.module.css'

interface SortableRowsProps {
  label: string
  className: string | undefined
  /** The ids of the rows, in their order. */
  ids: readonly string[]
  nameOf: (index: number) => string
  rowClassName: (index: number) => string | undefined
  /** Disables moving. */
  isFixed: boolean
  /**
   * Called before a row is lifted. It must close rows that are higher, because all rows must have the same height
   * during the move.
   */
  onLift?: () => void
  onMove: (from: number, to: number) => void
  /** Renders the content of a row; `grip` is the drag handle. */
  children: (index: number, grip: ReactNode) => ReactNode
}

/**
 * A short list that can be reordered: by dragging the drag handles, with the keyboard, or by pressing two drag handles
 * one after the other.
 */
export function SortableRows(props: SortableRowsProps) {
  const { label, className, ids, nameOf, rowClassName, isFixed, onLift, onMove, children } = props
  const list = useRef<HTMLOListElement>(null)
  const rowHeight = useRowHeight(list, ids.length)
  const gripOf = (index: number) =>
    list.current?.children[index]?.querySelector<HTMLElement>('[data-grip]') ?? undefined
  const { lifted, announcement, grip } = useReorderList({
    ids,
    nameOf,
    rowHeight,
    isFixed,
    ...(onLift && { onLift }),
    onReveal: (index) => list.current?.children[index]?.scrollIntoView({ block: 'nearest' }),
    onDrop: (from, to) => {
      const hadFocus = gripOf(from) === document.activeElement
      flushSync(() => onMove(from, to))
      // When React moves an element in the document, the element loses the focus.
      if (hadFocus) gripOf(to)?.focus()
    },
  })
  return (
    <>
      <p className="sr" aria-live="assertive">
        {announcement}
      </p>
      <ol ref={list} className={className} aria-label={label}>
        {ids.map((id, index) => {
          const isLifted = lifted?.from === index
          const shift = lifted ? (isLifted ? lifted.offset : yieldOf(index, lifted, rowHeight)) : 0
          return (
            <li
              key={id}
              className={classNames(rowClassName(index), styles.sortable, isLifted && styles.lifted)}
              style={shift === 0 ? undefined : { translate: `0 ${shift}px` }}
            >
              {children(
                index,
                <Grip title={nameOf(index)} isSmall isHidden={ids.length < 2} grip={grip(index)} />,
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** The distance in pixels from one row to the next. */
function useRowHeight(list: { current: HTMLElement | null }, count: number): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = list.current
    if (!element || count === 0) return undefined
    const measure = () => setHeight(element.offsetHeight / count)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [list, count])
  return height
}
