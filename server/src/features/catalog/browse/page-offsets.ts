import type { SortKey } from '../store/album-rows.ts'

/** Minimum number of rows between two cached offsets. */
const DISTANCE = 64

/**
 * Caches the sort keys of rows at which pages of a long list begin. A query for a later page then starts at such a key
 * and need not count the rows from the beginning of the list.
 */
export interface PageOffsets<K extends SortKey> {
  /**
   * The last cached row at or before `row`: its key, and the number of rows to skip from there to `row`. Undefined when
   * no such row is cached. The query then counts from the beginning of the list.
   */
  before(row: number): { key: K; skip: number } | undefined
  /** Caches the key of row number `row`, unless a cached row is nearer than `DISTANCE`. */
  put(row: number, key: K): void
}

/** Keeps at most one row in `DISTANCE` rows, so that a long list needs little memory. */
export function createPageOffsets<K extends SortKey>(): PageOffsets<K> {
  const rows: number[] = []
  const keys: K[] = []

  /** The number of cached rows at or before that row. */
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
