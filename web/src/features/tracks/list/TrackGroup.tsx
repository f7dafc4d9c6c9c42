import { useEffect, useRef, useState, type ReactNode } from 'react'

/** Rows are rendered up to this distance from the visible part of the window. */
const AHEAD = '600px'

interface TrackGroupProps {
  rows: number
  /**
   * Whether the group is rendered immediately, before the browser has reported which groups are near the visible part.
   */
  isFirst: boolean
  /**
   * Whether the group stays rendered at any scroll position, because it contains the focus or the row that a link
   * names.
   */
  isKept: boolean
  children: () => ReactNode
}

/**
 * A group of rows of a long table. Far from the visible part of the window, an empty element with the height of the
 * group replaces its rows. All rows have the same height.
 */
export function TrackGroup({ rows, isFirst, isKept, children }: TrackGroupProps) {
  const group = useRef<HTMLTableSectionElement>(null)
  const [isNear, setIsNear] = useState(isFirst)

  useEffect(() => {
    const element = group.current
    if (!element) return undefined
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.at(-1)?.isIntersecting === true),
      { rootMargin: `${AHEAD} 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return (
    <tbody ref={group}>
      {isNear || isKept ? (
        children()
      ) : (
        <tr style={{ height: `calc(${rows} * var(--spacing-row))` }} aria-hidden />
      )}
    </tbody>
  )
}
