/** Pixels from the edge of the list within which it scrolls. */
const SCROLL_EDGE = 56
/** Pixels of scrolling per frame, at most. See docs/product.md §2.8. */
const SCROLL_STEP = 28

/** Pixels to scroll for a pointer at `y` between the edges of a list: none in its middle, more towards an edge. */
export function scrollStep(y: number, top: number, bottom: number): number {
  const above = top + SCROLL_EDGE - y
  const below = y - (bottom - SCROLL_EDGE)
  if (above > 0) return -Math.min(SCROLL_STEP, Math.ceil((above / SCROLL_EDGE) * SCROLL_STEP))
  return below > 0 ? Math.min(SCROLL_STEP, Math.ceil((below / SCROLL_EDGE) * SCROLL_STEP)) : 0
}

/** The scroll container: an element, or the part of the page between the fixed bars. */
export interface Scrolling {
  top: () => number
  edges: () => { top: number; bottom: number }
  by: (pixels: number) => void
}

export function scrollingOf(element: HTMLElement | null | undefined): Scrolling {
  if (element) {
    return {
      top: () => element.scrollTop,
      edges: () => element.getBoundingClientRect(),
      by: (pixels) => element.scrollBy(0, pixels),
    }
  }
  return {
    top: () => window.scrollY,
    edges: () => {
      const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
      return {
        top: Number.parseFloat(scrollPaddingTop) || 0,
        bottom: window.innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0),
      }
    },
    by: (pixels) => window.scrollBy({ top: pixels, behavior: 'instant' }),
  }
}
