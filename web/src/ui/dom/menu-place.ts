/** A rectangle, in pixels from the top left corner of the window. */
export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

interface Size {
  width: number
  height: number
}

/** Pixels between a menu and its anchor (`GAP`), and between a menu and the edge of the window (`EDGE`). */
const GAP = 6
const EDGE = 8

/**
 * `start`, `end`: which edges of menu and anchor are in line. `before`: the menu is on the left side of the anchor, if
 * there is enough space.
 */
export type MenuAlign = 'start' | 'end' | 'before'

/** The position of a menu in pixels: below its anchor or, if there is no space, above it; always inside the window. */
export function placeMenu(
  anchor: Box,
  menu: Size,
  screen: Size,
  align: MenuAlign,
): { left: number; top: number } {
  const before = anchor.left - GAP - menu.width
  if (align === 'before' && before >= EDGE)
    return { left: before, top: Math.max(EDGE, Math.min(anchor.top, screen.height - EDGE - menu.height)) }
  const below = anchor.bottom + GAP
  const above = anchor.top - GAP - menu.height
  const fitsBelow = below + menu.height <= screen.height - EDGE
  const top = fitsBelow || above < EDGE ? below : above
  const left = align === 'end' ? anchor.right - menu.width : anchor.left
  return {
    left: Math.max(EDGE, Math.min(left, screen.width - EDGE - menu.width)),
    top: Math.max(EDGE, Math.min(top, screen.height - EDGE - menu.height)),
  }
}

/** Where a menu is opened: at an element, or at the point of a right click. */
export type MenuAnchor = Element | { x: number; y: number }

/**
 * Returns a function that calculates the present position of the anchor. A point moves with the element that is below
 * it. The result is undefined if that element was removed or has left the window.
 */
export function watchAnchor(anchor: MenuAnchor): () => Box | undefined {
  const element = anchor instanceof Element ? anchor : document.elementFromPoint(anchor.x, anchor.y)
  const before = element?.getBoundingClientRect()
  const point = anchor instanceof Element ? undefined : anchor
  return () => {
    const now = element?.getBoundingClientRect()
    if (!element?.isConnected || before === undefined || now === undefined) return undefined
    const x = now.left - before.left
    const y = now.top - before.top
    const box = point
      ? { left: point.x + x, right: point.x + x, top: point.y + y, bottom: point.y + y }
      : { left: now.left, right: now.right, top: now.top, bottom: now.bottom }
    return box.bottom < 0 || box.top > globalThis.innerHeight ? undefined : box
  }
}
