/** A list scrolls when the pointer is within this many pixels of its edge. */
const SCROLL_EDGE = 56
/** Maximum number of pixels that are scrolled in a frame. See docs/product.md §2.8. */
const SCROLL_STEP = 28

/**
 * How many pixels to scroll in a frame for a pointer at `y`: none in the middle of the list, more towards its edges.
 */
export function scrollStep(y: number, top: number, bottom: number): number {
  const above = top + SCROLL_EDGE - y
  const below = y - (bottom - SCROLL_EDGE)
  if (above > 0) return -Math.min(SCROLL_STEP, Math.ceil((above / SCROLL_EDGE) * SCROLL_STEP))
  return below > 0 ? Math.min(SCROLL_STEP, Math.ceil((below / SCROLL_EDGE) * SCROLL_STEP)) : 0
}

/** What scrolls: an element, or the part of the page between the fixed bars. */
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
