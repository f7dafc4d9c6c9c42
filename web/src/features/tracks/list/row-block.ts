import type { TrackKey } from './track-selection.ts'

interface Keyed {
  key: TrackKey
}

/** The rows that are moved with a row: all selected ones if it is selected, otherwise only itself. */
export function blockWith<Row extends Keyed>(
  row: Row,
  rows: readonly Row[],
  selected: ReadonlySet<TrackKey>,
): readonly Row[] {
  if (!selected.has(row.key)) return [row]
  return rows.filter(({ key }) => selected.has(key))
}

/** How many rows outside of the block are before it, once its row `key` is at the index `to`. */
export function placeAmongOthers(
  rows: readonly Keyed[],
  block: readonly Keyed[],
  { key, to }: { key: TrackKey; to: number },
): number {
  const moved = new Set(block.map((row) => row.key))
  return rows
    .filter((row) => row.key !== key)
    .slice(0, to)
    .filter((row) => !moved.has(row.key)).length
}

/**
 * Splits a block into runs of rows that were adjacent in an earlier order, each with the key of the row before it.
 * Moving one run after the other restores that order.
 */
export function runsOf<Row extends Keyed>(
  order: readonly Keyed[],
  block: readonly Row[],
): { entries: readonly Row[]; after: TrackKey | undefined }[] {
  const moved = new Map(block.map((row) => [row.key, row]))
  const runs: { entries: Row[]; after: TrackKey | undefined }[] = []
  for (const [index, { key }] of order.entries()) {
    const row = moved.get(key)
    if (!row) continue
    const before = order[index - 1]?.key
    const last = runs.at(-1)
    if (last && last.entries.at(-1)?.key === before) last.entries.push(row)
    else runs.push({ entries: [row], after: before })
  }
  return runs
}
