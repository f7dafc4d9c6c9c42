import { useLayoutEffect, useRef, useState } from 'react'

/** Which part of a row is rendered. */
export interface DrawnRow {
  index: number
  /** How many cards of the row are rendered, from the left. */
  cards: number
  /** Whether these cards render their covers. Until then the space is reserved. */
  hasCovers: boolean
}

/** Which rows should be rendered. */
export interface RowsWanted {
  /** The indexes of the rows, ascending. */
  rows: readonly number[]
  /** Index of the first visible row. */
  first: number
  /** Number of cards in a row. */
  columns: number
}

/** How much may be rendered in one frame. */
interface Step {
  cards: number
  withCovers: boolean
}

/**
 * Duration of a frame in milliseconds. If frames are shorter than EASY, more cards are rendered in each frame; if they
 * are longer than HARD, fewer.
 */
const EASY = 20
const HARD = 34
const FEWEST_CARDS = 2
/** Above this scroll speed, in window heights per second, covers are not rendered. */
const TOO_FAST = 2

/**
 * Renders rows in steps of a few cards per frame; how many depends on the speed of the device. Covers are rendered when
 * the browser is idle and the list scrolls slowly. When a page is restored, everything is rendered in the first frame.
 * @param offset - returns the scroll position of the window in pixels
 */
export function useProgressiveRows(
  wanted: RowsWanted,
  offset: () => number,
  isRestored: boolean,
): readonly DrawnRow[] {
  const { rows, columns } = wanted
  const [drawn, setDrawn] = useState<readonly DrawnRow[]>(() =>
    (isRestored ? rows : rows.slice(0, 1)).map((index) => ({ index, cards: columns, hasCovers: true })),
  )
  const renderRate = useRef<RenderRate>({ cards: columns, columns, frameAt: undefined, offset: 0 })
  const isDone = nextRows(drawn, wanted, { cards: columns, withCovers: true }) === drawn
  useLayoutEffect(() => {
    if (isDone) {
      renderRate.current.frameAt = undefined
      return undefined
    }
    let frame = 0
    const step = (now: number) => {
      const next = nextRows(drawn, wanted, stepOf(renderRate.current, now, offset()))
      if (next === drawn) frame = requestAnimationFrame(step)
      else setDrawn(next)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  })
  return drawn
}

interface RenderRate {
  cards: number
  columns: number
  /** The time of the previous frame in milliseconds; undefined if nothing was rendered in it. */
  frameAt: number | undefined
  offset: number
}

/**
 * How much may be rendered in this frame. It depends on the duration of the last frame, and on how far the window was
 * scrolled meanwhile.
 */
function stepOf(renderRate: RenderRate, now: number, offset: number): Step {
  const gap = renderRate.frameAt === undefined ? undefined : now - renderRate.frameAt
  const moved = Math.abs(offset - renderRate.offset)
  renderRate.frameAt = now
  renderRate.offset = offset
  if (gap === undefined) return { cards: renderRate.cards, withCovers: false }
  if (gap > HARD) renderRate.cards = Math.max(FEWEST_CARDS, Math.ceil(renderRate.cards / 2))
  else if (gap < EASY) renderRate.cards = Math.min(2 * renderRate.columns, renderRate.cards + 1)
  const isSlowEnough = (moved / gap) * 1000 <= TOO_FAST * window.innerHeight
  return { cards: renderRate.cards, withCovers: moved === 0 || (isSlowEnough && gap <= HARD) }
}

/**
 * One step from the rendered rows towards those that should be rendered: adds some cards, and removes the farthest row
 * that is not needed. First, cards are added from the first visible row downwards; then in the rows above it, from the
 * bottom up; then the covers of one row.
 */
export function nextRows(
  drawn: readonly DrawnRow[],
  { rows, first, columns }: RowsWanted,
  step: Step,
): readonly DrawnRow[] {
  const wanted = new Set(rows)
  const retained = new Map(drawn.map((row) => [row.index, row]))
  const needless = drawn
    .filter(({ index }) => !wanted.has(index))
    .toSorted((a, b) => Math.abs(a.index - first) - Math.abs(b.index - first))
    .at(-1)
  if (needless) retained.delete(needless.index)

  const inOrder = [...rows.filter((row) => row >= first), ...rows.filter((row) => row < first).toReversed()]
  let left = step.cards
  for (const index of inOrder) {
    const row = retained.get(index) ?? { index, cards: 0, hasCovers: false }
    const coming = Math.min(columns - row.cards, left)
    if (coming <= 0) continue
    retained.set(index, { ...row, cards: row.cards + coming })
    left -= coming
    if (left === 0) break
  }
  if (left === step.cards && step.withCovers) {
    const bare = inOrder.map((index) => retained.get(index)).find((row) => row?.hasCovers === false)
    if (bare) {
      retained.set(bare.index, { ...bare, hasCovers: true })
      left = 0
    }
  }
  if (left === step.cards && !needless) return drawn
  return [...retained.values()].toSorted((a, b) => a.index - b.index)
}
