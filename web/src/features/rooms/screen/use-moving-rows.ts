import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Duration of the movement of a row to its new place, in milliseconds. */
const DURATION = 220

/**
 * Animates the rows of a list to their new places when their order has changed. With reduced motion there is no
 * animation.
 * @param isPaused - true while a row is dragged, because the drag positions the rows
 */
export function useMovingRows(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  isPaused: boolean,
): void {
  const before = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    // Reading the positions makes the browser calculate the layout of the page at once.
    if (ids.length === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      before.current.clear()
      return
    }
    const rows = [...(list.current?.children ?? [])].filter((row) => row instanceof HTMLElement)
    const now = new Map<string, number>()
    for (const row of rows) {
      const id = row.dataset['entry'] ?? ''
      now.set(id, row.offsetTop)
      const from = before.current.get(id)
      if (isPaused || from === undefined || from === row.offsetTop) continue
      row.animate(
        { translate: [`0 ${from - row.offsetTop}px`, '0 0'] },
        { duration: DURATION, easing: 'cubic-bezier(0.2, 0, 0, 1)' },
      )
    }
    before.current = now
  }, [list, ids, isPaused])
}
