import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import { scrollingOf, scrollStep, type Scrolling } from './reorder-scrolling.ts'

/** A row is lifted when the mouse has moved by this many pixels. See docs/product.md §2.8. */
const MOUSE_DISTANCE = 5
/** A row is lifted when a finger has touched its drag handle for this many milliseconds. See docs/product.md §2.8. */
const TOUCH_DELAY = 120
/** The row that is being dragged. `from`: its index. */
export interface Lifted {
  from: number
  /** The index at which the row would be dropped now. */
  to: number
  /** By how many pixels the row is drawn below its original position. */
  offset: number
}

interface ReorderOptions {
  /** Number of rows in the list. */
  count: number
  /** The height of each row in pixels. */
  rowHeight: number
  /** The element that scrolls the rows; undefined for the page. */
  scroller?: RefObject<HTMLElement | null>
  /** Called when a row is lifted. The call may change the layout; the row nevertheless stays below the pointer. */
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

/** By how many pixels a row moves down (or up, if negative) to make room for the dragged row. */
export function yieldOf(index: number, { from, to }: Lifted, rowHeight: number): number {
  if (index > from && index <= to) return -rowHeight
  return index < from && index >= to ? rowHeight : 0
}

/**
 * Reorders rows of equal height by dragging their drag handles; Escape cancels a drag. `use-reorder-list.ts` adds the
 * support for keyboards.
 */
export function useReorder({ count, rowHeight, scroller, onLift, onDrop }: ReorderOptions) {
  const [lifted, setLifted] = useState<Lifted>()
  const press = useRef<Press>(undefined)
  const wasDragged = useRef(false)

  const scrolling = () => scrollingOf(scroller?.current)
  const whereIs = (dragged: Press) => liftedOf(dragged, { scrollTop: scrolling().top(), rowHeight, count })
  const follow = () => {
    const dragged = press.current
    if (dragged?.isLifted) setLifted(whereIs(dragged))
  }
  const lift = () => {
    const dragged = press.current
    if (!dragged) return
    dragged.isLifted = true
    navigator.vibrate?.(10)
    if (onLift) liftInPlace(dragged, scrolling(), onLift)
    follow()
  }
  const letGo = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
    setLifted(undefined)
  }

  useWhileDragging(lifted !== undefined, {
    onFrame() {
      const dragged = press.current
      // The drag handle was removed, because its row was removed or sorting was disabled. It will not report when the
      // pointer is released, so the drag ends now.
      if (dragged && !dragged.grip.isConnected) letGo()
      else if (dragged && scrollTowards(scrolling(), dragged.y)) follow()
    },
    onEscape() {
      wasDragged.current = true
      letGo()
    },
  })

  /** The properties of the drag handle of the row at this index. */
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
      // If the release causes a click event, that event comes before this timer.
      setTimeout(() => {
        wasDragged.current = false
      })
      const dragged = press.current
      if (dragged?.pointerId !== event.pointerId) return
      dragged.y = event.clientY
      // Calculated from the pointer's position, because its last movement may not have been rendered yet.
      const { from, to, offset } = whereIs(dragged)
      wasDragged.current = dragged.isLifted && Math.abs(offset) >= MOUSE_DISTANCE
      if (dragged.isLifted && to !== from) onDrop(from, to)
      letGo()
    },
    onPointerCancel: letGo,
    /** Suppresses the click after a drag. A click that a key has caused has a `detail` of 0 and is not suppressed. */
    onClickCapture(event: MouseEvent<HTMLElement>) {
      if (wasDragged.current && event.detail > 0) event.stopPropagation()
    },
  })

  return { lifted, grip }
}

/** Where a dragged row is drawn, and where it would be dropped now. */
export function liftedOf(
  { index, y, startY, startScroll }: Pick<Press, 'index' | 'y' | 'startY' | 'startScroll'>,
  { scrollTop, rowHeight, count }: { scrollTop: number; rowHeight: number; count: number },
): Lifted {
  const offset = y - startY + scrollTop - startScroll
  const place = index + Math.round(offset / rowHeight)
  return { from: index, to: Math.min(Math.max(0, place), count - 1), offset }
}

/** Lifts a row, and keeps it below the pointer even if `onLift` changes the layout. */
function liftInPlace(dragged: Press, scrolling: Scrolling, onLift: (index: number) => void): void {
  const { grip, index } = dragged
  const before = grip.getBoundingClientRect().top
  onLift(index)
  scrolling.by(grip.getBoundingClientRect().top - before)
  dragged.startScroll = scrolling.top()
  // If the page could not scroll far enough, the start position of the drag is corrected.
  dragged.startY += grip.getBoundingClientRect().top - before
}

/** Scrolls the list if the pointer is near one of its edges. Returns whether the list has moved. */
function scrollTowards(list: Scrolling, y: number): boolean {
  const { top, bottom } = list.edges()
  const before = list.top()
  list.by(scrollStep(y, top, bottom))
  return list.top() !== before
}

/** Calls `onFrame` in each frame of a drag. Calls `onEscape` for Escape, which has no other effect during a drag. */
function useWhileDragging(
  isDragging: boolean,
  { onFrame, onEscape }: { onFrame: () => void; onEscape: () => void },
): void {
  const drawFrame = useEffectEvent(onFrame)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onEscape()
  })
  useEffect(() => {
    if (!isDragging) return undefined
    let frame = requestAnimationFrame(function step() {
      drawFrame()
      frame = requestAnimationFrame(step)
    })
    document.addEventListener('keydown', press, { capture: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('keydown', press, { capture: true })
    }
  }, [isDragging])
}
