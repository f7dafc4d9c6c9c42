import { useEffect, useRef, useState, type ReactNode } from 'react'

/** The distance from the window within which rows are rendered. */
const AHEAD = '600px'

interface TrackGroupProps {
  rows: number
  /** Whether the group is rendered at once, before it is known which groups are near the window. */
  isFirst: boolean
  /** Whether the group stays rendered at any scroll position: it contains the focus, or a link points to it. */
  isKept: boolean
  children: () => ReactNode
}

/**
 * A group of rows of a long table. Away from the window only an element with its height is rendered. All rows have the
 * same height.
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
