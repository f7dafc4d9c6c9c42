import type { SortKey } from '../store/find-albums.ts'

/** Rows that a page may have to pass over from its bookmark. */
const DISTANCE = 64

/** Where in a long list pages have begun, so that a later page need not count from the top. */
export interface PageOffsets<K extends SortKey> {
  /** The last known row at or before this one: its key, and how many rows lie between. Undefined: count from the top. */
  before(row: number): { key: K; skip: number } | undefined
  /** Row number `row` has this key. */
  put(row: number, key: K): void
}

/** Keeps no more than one bookmark for every few rows, so a long list costs little. */
export function createPageOffsets<K extends SortKey>(): PageOffsets<K> {
  const rows: number[] = []
  const keys: K[] = []

  /** How many bookmarks lie at or before that row. */
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
