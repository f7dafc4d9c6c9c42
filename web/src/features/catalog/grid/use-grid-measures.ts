import { useLayoutEffect, useRef, useState } from 'react'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { gridMeasures, type GridMeasures } from './album-rows.ts'

interface Measured extends GridMeasures {
  /** Distance from the top of the document to the grid, px. */
  top: number
  /** Height of the elements that cover the top of the window, px; read from the grid's `scroll-margin-top`. */
  covered: number
  /** Height that must be visible below the row of an open album, px; read from the grid's `scroll-margin-bottom`. */
  neededBelow: number
  /** The visitor's root font size over 16. */
  scale: number
}

/**
 * Measures the grid whenever its width or position changes. Measuring forces a layout, so it waits until the browser
 * has computed the layout anyway. With `isUrgent` the first measurement is before the first paint.
 */
export function useGridMeasures(isUrgent: boolean) {
  const grid = useRef<HTMLDivElement>(null)
  const isPhone = useMediaQuery(PHONE)
  const [measured, setMeasured] = useState<Measured>()
  const [isUrgentAtFirst] = useState(isUrgent)

  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return undefined
    const measure = () => {
      const { paddingLeft, paddingRight, scrollMarginTop, scrollMarginBottom } = getComputedStyle(element)
      const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
      const width = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      const next: Measured = {
        ...gridMeasures(width, isPhone, scale),
        top: Math.round(element.getBoundingClientRect().top + window.scrollY),
        covered: Number.parseFloat(scrollMarginTop),
        neededBelow: Number.parseFloat(scrollMarginBottom),
        scale,
      }
      setMeasured((before) => (before && isSame(before, next) ? before : next))
    }
    if (isUrgentAtFirst) measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // Content above the grid can move the grid without resizing it.
    if (element.parentElement) observer.observe(element.parentElement)
    return () => observer.disconnect()
  }, [isPhone, isUrgentAtFirst])

  return { grid, measured }
}

function isSame(before: Measured, after: Measured): boolean {
  return (
    before.columns === after.columns &&
    before.columnWidth === after.columnWidth &&
    before.top === after.top &&
    before.covered === after.covered &&
    before.neededBelow === after.neededBelow &&
    before.scale === after.scale
  )
}
