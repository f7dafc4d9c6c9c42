import type { TrackKey } from './track-selection.ts'

interface Keyed {
  key: TrackKey
}

/**
 * The block of rows that are moved together with a row: all selected rows if the row is selected, otherwise only the
 * row itself.
 */
export function blockWith<Row extends Keyed>(
  row: Row,
  rows: readonly Row[],
  selected: ReadonlySet<TrackKey>,
): readonly Row[] {
  if (!selected.has(row.key)) return [row]
  return rows.filter(({ key }) => selected.has(key))
}

/** How many rows that do not belong to the block are before it when its row `key` is dropped at the index `to`. */
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
 * Splits a block into groups of rows that were adjacent in an earlier order. `after` is the key of the row before each
 * group. Moving the groups one after the other behind these rows restores that order.
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
