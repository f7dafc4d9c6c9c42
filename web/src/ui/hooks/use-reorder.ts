import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react'

/** Pixels a mouse goes before a row is lifted. See docs/product.md §2.8. */
const MOUSE_DISTANCE = 5
/** Milliseconds a finger rests before a row is lifted. See docs/product.md §2.8. */
const TOUCH_DELAY = 120
/** Pixels from the edge of the list at which it begins to scroll. */
const SCROLL_EDGE = 56
/** Pixels of scrolling per frame, at most. See docs/product.md §2.8. */
const SCROLL_STEP = 28

/** A row in the hand. */
export interface Lifted {
  from: number
  /** Where it would be put down now. */
  to: number
  /** Pixels from its place to where it is held. */
  offset: number
}

interface ReorderOptions {
  /** Rows of the list. */
  count: number
  /** Of every row, pixels. */
  rowHeight: number
  /** What scrolls the rows; the page unless told. */
  scroller?: RefObject<HTMLElement | null>
  /** A row was taken into the hand; what changes the layout now does not move it away from the pointer. */
  onLift?: (index: number) => void
  onDrop: (from: number, to: number) => void
}

interface Press {
  index: number
  pointerId: number
  grip: HTMLElement
  startY: number
  startScroll: number
  y: number
  isLifted: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Pixels by which a row gives way to the one in the hand. */
export function yieldOf(index: number, { from, to }: Lifted, rowHeight: number): number {
  if (index > from && index <= to) return -rowHeight
  return index < from && index >= to ? rowHeight : 0
}

/** Pixels to scroll for a pointer at `y` between the edges of a list: none in its middle, more towards an edge. */
export function scrollStep(y: number, top: number, bottom: number): number {
  const above = top + SCROLL_EDGE - y
  const below = y - (bottom - SCROLL_EDGE)
  if (above > 0) return -Math.min(SCROLL_STEP, Math.ceil((above / SCROLL_EDGE) * SCROLL_STEP))
  return below > 0 ? Math.min(SCROLL_STEP, Math.ceil((below / SCROLL_EDGE) * SCROLL_STEP)) : 0
}

/** What scrolls: an element, or the page between what lies over its top and bottom. */
interface Scrolling {
  top: () => number
  edges: () => { top: number; bottom: number }
  by: (pixels: number) => void
}

function scrollingOf(element: HTMLElement | null | undefined): Scrolling {
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

/**
 * Rows of one height that are put into another order by pointer: their grip is dragged, Esc puts the row back. For
 * the keyboard the list offers a way of its own.
 */
export function useReorder({ count, rowHeight, scroller, onLift, onDrop }: ReorderOptions) {
  const [lifted, setLifted] = useState<Lifted>()
  const press = useRef<Press>(undefined)
  const wasDragged = useRef(false)
  const isDragging = lifted !== undefined

  const scrolling = () => scrollingOf(scroller?.current)
  const follow = () => {
    const dragged = press.current
    if (dragged?.isLifted) setLifted(whereIs(dragged))
  }
  const whereIs = ({ index, y, startY, startScroll }: Press): Lifted => {
    const offset = y - startY + scrolling().top() - startScroll
    const place = index + Math.round(offset / rowHeight)
    return { from: index, to: Math.min(Math.max(0, place), count - 1), offset }
  }
  const lift = () => {
    const dragged = press.current
    if (!dragged) return
    dragged.isLifted = true
    navigator.vibrate?.(10)
    if (onLift) {
      const before = dragged.grip.getBoundingClientRect().top
      onLift(dragged.index)
      scrolling().by(dragged.grip.getBoundingClientRect().top - before)
      dragged.startScroll = scrolling().top()
      // Where the page could not scroll so far.
      dragged.startY += dragged.grip.getBoundingClientRect().top - before
    }
    follow()
  }
  const letGo = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
    setLifted(undefined)
  }

  const scrollAndFollow = useEffectEvent(() => {
    const dragged = press.current
    if (!dragged) return
    const list = scrolling()
    const { top, bottom } = list.edges()
    const before = list.top()
    list.by(scrollStep(dragged.y, top, bottom))
    if (list.top() !== before) follow()
  })
  const putBack = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    wasDragged.current = true
    letGo()
  })
  useEffect(() => {
    if (!isDragging) return undefined
    let frame = requestAnimationFrame(function step() {
      scrollAndFollow()
      frame = requestAnimationFrame(step)
    })
    document.addEventListener('keydown', putBack, { capture: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('keydown', putBack, { capture: true })
    }
  }, [isDragging])

  /** For the grip of the row with this index. */
  const grip = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || press.current) return
      const isMouse = event.pointerType === 'mouse'
      event.currentTarget.setPointerCapture(event.pointerId)
      press.current = {
        index,
        pointerId: event.pointerId,
        grip: event.currentTarget,
        startY: event.clientY,
        startScroll: scrolling().top(),
        y: event.clientY,
        isLifted: false,
        timer: isMouse ? undefined : setTimeout(lift, TOUCH_DELAY),
      }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const dragged = press.current
      if (dragged?.pointerId !== event.pointerId) return
      dragged.y = event.clientY
      if (dragged.isLifted) follow()
      else if (dragged.timer === undefined && Math.abs(dragged.y - dragged.startY) >= MOUSE_DISTANCE) lift()
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      // The click, if there is one, comes at once.
      setTimeout(() => {
        wasDragged.current = false
      })
      const dragged = press.current
      if (dragged?.pointerId !== event.pointerId) return
      dragged.y = event.clientY
      // Not what shows: the last way of a quick hand may not have been drawn yet.
      const { from, to, offset } = whereIs(dragged)
      wasDragged.current = dragged.isLifted && Math.abs(offset) >= MOUSE_DISTANCE
      if (dragged.isLifted && to !== from) onDrop(from, to)
      letGo()
    },
    onPointerCancel: letGo,
    /** A drag ends with a click on the grip, which means nothing; a key's click, which counts no presses, does. */
    onClickCapture(event: MouseEvent<HTMLElement>) {
      if (wasDragged.current && event.detail > 0) event.stopPropagation()
    },
  })

  return { lifted, grip }
}
