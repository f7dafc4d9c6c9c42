import { useLayoutEffect, useState } from 'react'

/**
 * Which rows to draw so that no frame draws more than one: laying out a row takes a slow device the time of a whole
 * frame. Whoever comes back sees all of them at once.
 * @param first the first row that shows in the window
 */
export function useRowsInTurn(wanted: readonly number[], first: number, isBack: boolean): readonly number[] {
  const [drawn, setDrawn] = useState(isBack ? wanted : wanted.slice(0, 1))
  const next = nextRows(drawn, wanted, first)
  useLayoutEffect(() => {
    if (next === drawn) return undefined
    const frame = requestAnimationFrame(() => setDrawn(next))
    return () => cancelAnimationFrame(frame)
  })
  return drawn
}

/**
 * One step from what is drawn to what is wanted: one missing row comes, the farthest needless one goes. Rows come from
 * the window's first one downwards, since each tells where the next begins, then those above it.
 */
export function nextRows(
  drawn: readonly number[],
  wanted: readonly number[],
  first: number,
): readonly number[] {
  const missing = wanted.filter((row) => !drawn.includes(row)).toSorted((a, b) => a - b)
  const coming = missing.find((row) => row >= first) ?? missing.at(-1)
  const needless = drawn
    .filter((row) => !wanted.includes(row))
    .toSorted((a, b) => Math.abs(a - first) - Math.abs(b - first))
    .at(-1)
  if (coming === undefined && needless === undefined) return drawn
  const kept = drawn.filter((row) => row !== needless)
  return coming === undefined ? kept : [...kept, coming].toSorted((a, b) => a - b)
}
