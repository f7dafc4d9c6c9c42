import { useLayoutEffect, useRef, useState } from 'react'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { gridMeasures, type GridMeasures } from './album-rows.ts'

interface Measured extends GridMeasures {
  /** Distance of the grid from the top of the document, in pixels. */
  top: number
  /** Height in pixels of the elements that cover the top of the window, read from the grid's `scroll-margin-top`. */
  covered: number
  /**
   * Height in pixels that must be visible below the row of an open album, read from the grid's `scroll-margin-bottom`.
   */
  neededBelow: number
  /** The root font size of the browser divided by 16. */
  scale: number
}

/**
 * Measures the grid whenever its width or position has changed. Measuring would force a layout, so it waits until the
 * browser has computed the layout anyway.
 * @param isUrgent - measures the first time before the first paint
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
    // Content above the grid can move it without changing its size, so the parent is observed as well.
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
