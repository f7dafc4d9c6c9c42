import { PHONE } from './media-query.ts'

/** px; a sheet that is released after dragging it down further is closed. */
const CLOSES_AFTER = 90
/** px per millisecond; a faster flick closes the sheet at any distance. */
const FLICK_SPEED = 0.6
/** px before a touch counts as a drag instead of a tap. */
const STARTS_AFTER = 6
/** Milliseconds of the animation with which a sheet returns to its position. */
const RETURNS_WITHIN = 160
/** Milliseconds after which a sheet that was dragged down but not closed by its owner returns to its position. */
const LEAVES_WITHIN = 400

/** Elements that handle touches themselves. */
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
 * Lets the user drag a bottom sheet down to close it. Scrollable content scrolls instead; `[data-handle]`
 * always drags.
 * @returns a function that stops it; to be called when the sheet closes
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
    // Prevents scrolling of the page and a click on the button under the finger.
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
      // If the owner does not close the sheet, it returns to its position.
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
    // Removes the offset of the drag: the closing animation starts at the dragged position, and the next opening must
    // not.
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
