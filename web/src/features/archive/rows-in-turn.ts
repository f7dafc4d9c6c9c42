import { useEffect, useState } from 'react'

/**
 * Which rows to draw so that no frame draws more than one: laying out a row takes a slow device the time of a whole
 * frame. Whoever comes back sees all of them at once.
 * @param middle the row in the middle of the window; those near it come first
 */
export function useRowsInTurn(wanted: readonly number[], middle: number, isBack: boolean): readonly number[] {
  const [drawn, setDrawn] = useState(isBack ? wanted : wanted.slice(0, 1))
  const next = nextRows(drawn, wanted, middle)
  const isDone = next === drawn
  useEffect(() => {
    if (isDone) return undefined
    const frame = requestAnimationFrame(() => setDrawn(next))
    return () => cancelAnimationFrame(frame)
  })
  return drawn
}

/** One step from what is drawn to what is wanted: the nearest missing row comes, the farthest needless one goes. */
export function nextRows(
  drawn: readonly number[],
  wanted: readonly number[],
  middle: number,
): readonly number[] {
  const byDistance = (a: number, b: number) => Math.abs(a - middle) - Math.abs(b - middle)
  const [missing] = wanted.filter((row) => !drawn.includes(row)).toSorted(byDistance)
  const needless = drawn
    .filter((row) => !wanted.includes(row))
    .toSorted(byDistance)
    .at(-1)
  if (missing === undefined && needless === undefined) return drawn
  const kept = drawn.filter((row) => row !== needless)
  return missing === undefined ? kept : [...kept, missing].toSorted((a, b) => a - b)
}
