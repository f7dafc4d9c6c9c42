import { PHONE } from './media-query.ts'

/** A sheet that was dragged down by more than this many pixels closes when it is released. */
const CLOSES_AFTER = 90
/** A sheet that is dragged faster than this, in pixels per millisecond, closes at any distance. */
const FLICK_SPEED = 0.6
/** A touch becomes a drag after this many pixels; before that it is a tap. */
const STARTS_AFTER = 6
/** Milliseconds of the animation with which a sheet returns to its position. */
const RETURNS_WITHIN = 160
/** Milliseconds after which a sheet returns to its position if its owner has not closed it after a drag. */
const LEAVES_WITHIN = 400

/** Selector for elements that handle touches themselves. */
const OWN_TOUCHES = 'input, textarea, select, [data-grip], [data-toasts]'

interface Drag {
  startX: number
  startY: number
  startedAt: number
  /** px, downwards. */
  offset: number
  isDragging: boolean
}

/**
 * Lets the user close a bottom sheet by dragging it down. If the touched content can be scrolled, it scrolls instead;
 * elements in `[data-handle]` always drag.
 * @returns a function that must be called when the sheet closes; it removes the handlers
 */
export function dragToClose(sheet: HTMLElement, onClose: () => void, isSheet = isPhone): () => void {
  const stopped = new AbortController()
  let drag: Drag | undefined
  let refused: ReturnType<typeof setTimeout> | undefined

  const start = ({ target, touches: [touch, other] }: TouchEvent) => {
    drag = undefined
    if (touch === undefined || other !== undefined || !(target instanceof Element) || !isSheet()) return
    if (target.closest(OWN_TOUCHES) !== null) return
    if (target.closest('[data-handle]') === null && isScrollable(target, sheet)) return
    drag = {
      startX: touch.clientX,
      startY: touch.clientY,
      startedAt: performance.now(),
      offset: 0,
      isDragging: false,
    }
  }
  const move = (event: TouchEvent) => {
    const [touch, other] = event.touches
    if (drag === undefined || touch === undefined) return
    if (other !== undefined) {
      cancel()
      return
    }
    const down = touch.clientY - drag.startY
    if (!drag.isDragging) {
      const aside = Math.abs(touch.clientX - drag.startX)
      if (Math.max(aside, Math.abs(down)) < STARTS_AFTER) return
      if (down < aside) {
        drag = undefined
        return
      }
      drag.isDragging = true
    }
    // Prevents that the page scrolls, and that the button under the finger is clicked.
    if (event.cancelable) event.preventDefault()
    drag.offset = Math.max(0, down)
    sheet.style.transition = 'none'
    sheet.style.translate = `0 ${drag.offset}px`
  }
  const end = () => {
    if (drag?.isDragging !== true) return
    const { offset, startedAt } = drag
    const speed = offset / Math.max(1, performance.now() - startedAt)
    if (offset > CLOSES_AFTER || (speed > FLICK_SPEED && offset > STARTS_AFTER)) {
      drag = undefined
      sheet.style.transition = ''
      onClose()
      // If the owner does not close the sheet, the sheet returns to its position.
      refused = setTimeout(putInPlace, LEAVES_WITHIN)
    } else cancel()
  }
  const cancel = () => {
    if (drag?.isDragging === true) putBack(sheet, drag.offset)
    drag = undefined
  }

  const putInPlace = () => {
    sheet.style.transition = ''
    sheet.style.translate = ''
  }

  const { signal } = stopped
  sheet.addEventListener('touchstart', start, { passive: true, signal })
  sheet.addEventListener('touchmove', move, { passive: false, signal })
  sheet.addEventListener('touchend', end, { signal })
  sheet.addEventListener('touchcancel', cancel, { signal })
  return () => {
    stopped.abort()
    clearTimeout(refused)
    // Removes the offset of the drag. The closing animation has started at the dragged position, but the next opening
    // must not.
    putInPlace()
    sheet.style.animation = ''
  }
}

function isPhone(): boolean {
  return globalThis.matchMedia(PHONE).matches
}

/** Whether this element, or one of its ancestors up to the sheet, can be scrolled. */
function isScrollable(target: Element, sheet: Element): boolean {
  for (let element: Element | null = target; element !== null; element = element.parentElement) {
    const { overflowY } = getComputedStyle(element)
    const mayScroll = overflowY === 'auto' || overflowY === 'scroll'
    if (mayScroll && element.scrollHeight > element.clientHeight + 1) return true
    if (element === sheet) return false
  }
  return false
}

function putBack(sheet: HTMLElement, offset: number): void {
  sheet.style.translate = ''
  sheet.style.transition = ''
  if (globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  sheet.animate([{ translate: `0 ${offset}px` }, { translate: '0 0' }], {
    duration: RETURNS_WITHIN,
    easing: 'ease-out',
  })
}
