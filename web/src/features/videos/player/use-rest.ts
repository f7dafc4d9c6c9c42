import { useEffect, useRef, useState } from 'react'

/** The controls disappear after this many milliseconds without pointer movement or key press. */
const REST = 2500

interface RestWatch {
  move: () => void
  rest: () => void
  stop: () => void
}

/**
 * Calls `changed` with true after some time without pointer movement or key press over the element, and with false when
 * there is one again.
 */
function watchRest(box: HTMLElement, changed: (isResting: boolean) => void): RestWatch {
  const left = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = () => {
    clearTimeout(timer)
    changed(true)
  }
  const move = () => {
    clearTimeout(timer)
    timer = setTimeout(rest, REST)
    changed(false)
  }
  const byMouse = (act: () => void) => (event: PointerEvent) => {
    if (event.pointerType !== 'touch') act()
  }
  const { signal } = left
  box.addEventListener('pointermove', byMouse(move), { signal })
  box.addEventListener('pointerleave', byMouse(rest), { signal })
  box.addEventListener('keydown', move, { signal })
  timer = setTimeout(rest, REST)
  return {
    move,
    rest,
    stop: () => {
      left.abort()
      clearTimeout(timer)
    },
  }
}

interface Rest {
  isResting: boolean
  /** Shows or hides the controls; used for taps on touch screens. */
  toggle: () => void
}

export function useRest(box: HTMLElement | null): Rest {
  const [isResting, setIsResting] = useState(false)
  const watch = useRef<RestWatch>(undefined)
  useEffect(() => {
    if (!box) return undefined
    const begun = watchRest(box, setIsResting)
    watch.current = begun
    return begun.stop
  }, [box])
  return { isResting, toggle: () => (isResting ? watch.current?.move() : watch.current?.rest()) }
}
