import { PHONE } from './media-query.ts'

/** px; a sheet that is let go further down than this is closed. */
const CLOSES_AFTER = 90
/** px per millisecond; a flick that is faster closes the sheet, however short it is. */
const FLICK_SPEED = 0.6
/** px before a touch counts as a drag, and not as a tap. */
const STARTS_AFTER = 6
/** Milliseconds in which a sheet returns, or leaves. */
const RETURNS_WITHIN = 160
const LEAVES_WITHIN = 400

/** What takes touches for itself. */
const OWN_TOUCHES = 'input, textarea, select, [data-grip]'

interface Drag {
  startX: number
  startY: number
  startedAt: number
  /** px, down. */
  offset: number
  isDragging: boolean
}

/**
 * Lets a finger drag a bottom sheet down and close it. What is scrollable inside scrolls instead, wherever it stands;
 * `[data-handle]` always drags. Returns the way to stop.
 */
export function dragToClose(sheet: HTMLElement, onClose: () => void, isSheet = isPhone): () => void {
  const stopped = new AbortController()
  let drag: Drag | undefined

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
    // Neither the page nor the button under the finger takes part.
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
      // It leaves from where the finger left it.
      setTimeout(() => (sheet.style.translate = ''), LEAVES_WITHIN)
    } else cancel()
  }
  const cancel = () => {
    if (drag?.isDragging === true) putBack(sheet, drag.offset)
    drag = undefined
  }

  const { signal } = stopped
  sheet.addEventListener('touchstart', start, { passive: true, signal })
  sheet.addEventListener('touchmove', move, { passive: false, signal })
  sheet.addEventListener('touchend', end, { signal })
  sheet.addEventListener('touchcancel', cancel, { signal })
  return () => stopped.abort()
}

function isPhone(): boolean {
  return globalThis.matchMedia(PHONE).matches
}

/** Whether something between this element and the sheet, the sheet included, scrolls. */
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
