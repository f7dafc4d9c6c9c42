interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

interface Size {
  width: number
  height: number
}

/** Pixels between a menu and what it hangs on, and between a menu and the window’s edge. */
const GAP = 6
const EDGE = 8

/** Where a menu stands: below what it hangs on, above when there is no room; always inside the window. Pixels. */
export function placeMenu(
  anchor: Box,
  menu: Size,
  screen: Size,
  align: 'start' | 'end',
): { left: number; top: number } {
  const below = anchor.bottom + GAP
  const above = anchor.top - GAP - menu.height
  const fitsBelow = below + menu.height <= screen.height - EDGE
  const top = fitsBelow || above < EDGE ? below : above
  const left = align === 'start' ? anchor.left : anchor.right - menu.width
  return {
    left: Math.max(EDGE, Math.min(left, screen.width - EDGE - menu.width)),
    top: Math.max(EDGE, Math.min(top, screen.height - EDGE - menu.height)),
  }
}

/** Tells, as often as it is asked, whether an element stands elsewhere in the window than now. */
export function watchPlace(element: Element | null): () => boolean {
  const place = () => {
    const { left, top } = element?.getBoundingClientRect() ?? { left: 0, top: 0 }
    return `${Math.round(left)} ${Math.round(top)}`
  }
  const before = place()
  return () => place() !== before
}
