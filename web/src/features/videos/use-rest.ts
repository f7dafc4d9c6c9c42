import { useEffect, useState } from 'react'

/** Milliseconds without movement until the controls fade. */
const REST = 2500

/** Tells when nobody has moved over an element for a moment, nor pressed a key in it. Returns the way to stop. */
function watchRest(box: HTMLElement, changed: (isResting: boolean) => void): () => void {
  const left = new AbortController()
  let timer = setTimeout(() => changed(true), REST)
  const move = () => {
    clearTimeout(timer)
    timer = setTimeout(() => changed(true), REST)
    changed(false)
  }
  const byMouse = (act: () => void) => (event: PointerEvent) => {
    if (event.pointerType !== 'touch') act()
  }
  const { signal } = left
  box.addEventListener('pointermove', byMouse(move), { signal })
  box.addEventListener(
    'pointerleave',
    byMouse(() => changed(true)),
    { signal },
  )
  box.addEventListener('keydown', move, { signal })
  return () => {
    left.abort()
    clearTimeout(timer)
  }
}

interface Rest {
  isResting: boolean
  /** A finger shows what rests, or lets it rest. */
  toggle: () => void
}

export function useRest(box: HTMLElement | null): Rest {
  const [isResting, setIsResting] = useState(false)
  useEffect(() => (box ? watchRest(box, setIsResting) : undefined), [box])
  return { isResting, toggle: () => setIsResting(!isResting) }
}
