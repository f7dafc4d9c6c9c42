/** A sheet that was dragged up by more than this share of the window's height opens when it is released. */
const OPENS_AFTER = 0.3
/** A sheet that is dragged faster than this, in pixels per millisecond, opens at any height. */
const FLICK_SPEED = 0.6
/** A touch becomes a drag after this many pixels; before that it is a tap. */
const STARTS_AFTER = 6
/** Milliseconds of the animation with which the sheet moves to its final position. */
const SETTLES_WITHIN = 220

interface Opening {
  open: () => void
  close: () => void
  /** Returns the element of the sheet after it was rendered; null before. */
  find: () => HTMLElement | null
}

interface Drag {
  startX: number
  startY: number
  startedAt: number
  /** px, upwards. */
  height: number
  isDragging: boolean
}

/**
 * Lets the user open a sheet that fills the window by dragging it up from a bar. The sheet follows the finger.
 * @returns a function that removes the handlers
 */
export function dragToOpen(bar: HTMLElement, { open, close, find }: Opening): () => void {
  const stopped = new AbortController()
  let drag: Drag | undefined

  const place = ({ height }: Drag) => {
    const sheet = find()
    if (sheet === null) return
    sheet.style.animation = 'none'
    sheet.style.translate = `0 ${Math.max(0, globalThis.innerHeight - height)}px`
  }
  const start = ({ touches: [touch, other] }: TouchEvent) => {
    drag = undefined
    if (touch === undefined || other !== undefined) return
    const { clientX, clientY } = touch
    drag = { startX: clientX, startY: clientY, startedAt: performance.now(), height: 0, isDragging: false }
  }
  const move = (event: TouchEvent) => {
    const [touch] = event.touches
    if (drag === undefined || touch === undefined) return
    const up = drag.startY - touch.clientY
    if (!drag.isDragging) {
      const aside = Math.abs(touch.clientX - drag.startX)
      if (Math.max(aside, Math.abs(up)) < STARTS_AFTER) return
      if (up < aside) {
        drag = undefined
        return
      }
      drag.isDragging = true
      open()
      // Waits for the next frame, because the sheet is rendered after this event.
      requestAnimationFrame(() => drag?.isDragging === true && place(drag))
    }
    // Prevents that the page scrolls, and that the button under the finger is clicked.
    if (event.cancelable) event.preventDefault()
    drag.height = Math.max(0, up)
    place(drag)
  }
  const end = ({ type }: TouchEvent) => {
    if (drag?.isDragging !== true) return
    const { height, startedAt } = drag
    place(drag)
    drag = undefined
    const isFlick = height / Math.max(1, performance.now() - startedAt) > FLICK_SPEED
    const opens = type === 'touchend' && (isFlick || height >= globalThis.innerHeight * OPENS_AFTER)
    settle(find(), opens, close)
  }

  const { signal } = stopped
  bar.addEventListener('touchstart', start, { passive: true, signal })
  bar.addEventListener('touchmove', move, { passive: false, signal })
  bar.addEventListener('touchend', end, { signal })
  bar.addEventListener('touchcancel', end, { signal })
  return () => stopped.abort()
}

/** After a drag, moves the sheet to the top or closes it. */
function settle(sheet: HTMLElement | null, opens: boolean, close: () => void): void {
  // The closing animation starts at the position to which the sheet was dragged.
  if (!opens) return close()
  if (sheet === null) return
  const from = sheet.style.translate
  sheet.style.translate = ''
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  sheet.animate([{ translate: from }, { translate: '0 0' }], { duration: SETTLES_WITHIN, easing: 'ease-out' })
}
