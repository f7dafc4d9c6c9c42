import { useEffect, useState } from 'react'

/** Milliseconds from when pointer and focus have left the list until its displayed order is updated. */
const SETTLE_AFTER = 2000

/** The displayed order: removed ids are left out, and new ids are added at the end. */
export function keptOrder(shown: readonly string[], wanted: readonly string[]): readonly string[] {
  const [there, known] = [new Set(wanted), new Set(shown)]
  return [...shown.filter((id) => there.has(id)), ...wanted.filter((id) => !known.has(id))]
}

/**
 * The order in which rows are shown. While the member uses the list, the order does not change, so that no row moves
 * away below the pointer.
 * @param isHeld - whether the pointer or the focus is in the list
 */
export function useSettledOrder(wanted: readonly string[], isHeld: boolean): readonly string[] {
  const [held, setHeld] = useState<readonly string[]>()
  if (isHeld && held === undefined) setHeld(wanted)
  useEffect(() => {
    if (isHeld || held === undefined) return undefined
    const timer = setTimeout(() => setHeld(undefined), SETTLE_AFTER)
    return () => clearTimeout(timer)
  }, [isHeld, held])
  return held === undefined ? wanted : keptOrder(held, wanted)
}
