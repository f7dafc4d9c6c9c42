import type { SortKey } from '../store/album-rows.ts'

/** Maximum number of rows that a query skips from a cached offset. */
const DISTANCE = 64

/**
 * Caches the keys at which pages of a long list begin, so that a later page need not count from the
 * beginning.
 */
export interface PageOffsets<K extends SortKey> {
  /**
   * The last cached row at or before this row: its key, and the number of rows between them. Undefined when there is
   * none; then rows are counted from the beginning.
   */
  before(row: number): { key: K; skip: number } | undefined
  /** Stores that row number `row` has this key. */
  put(row: number, key: K): void
}

/** Keeps at most one offset for every few rows, so that a long list needs little memory. */
export function createPageOffsets<K extends SortKey>(): PageOffsets<K> {
  const rows: number[] = []
  const keys: K[] = []

  /** How many cached offsets are at or before that row. */
  function countUpTo(row: number): number {
    let low = 0
    let high = rows.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((rows[middle] ?? 0) <= row) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    before: (row) => {
      const index = countUpTo(row) - 1
      const at = rows[index]
      const key = keys[index]
      return at === undefined || key === undefined ? undefined : { key, skip: row - at }
    },
    put: (row, key) => {
      const index = countUpTo(row)
      const isNear = (other: number | undefined) => other !== undefined && Math.abs(other - row) < DISTANCE
      if (row < DISTANCE || isNear(rows[index - 1]) || isNear(rows[index])) return
      rows.splice(index, 0, row)
      keys.splice(index, 0, key)
    },
  }
}
