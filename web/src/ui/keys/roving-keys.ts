/**
 * The index of the control to which a key moves the focus from the control at `index`; undefined for other keys. The
 * focus moves cyclically.
 */
export function rovingIndex(key: string, index: number, count: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowRight: index + 1,
    ArrowDown: index + 1,
    ArrowLeft: index - 1,
    ArrowUp: index - 1,
    Home: 0,
    End: count - 1,
  }
  const next = moves[key]
  return next === undefined || count === 0 ? undefined : (next + count) % count
}
