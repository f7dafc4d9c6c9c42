import type { Emoji, EmojiGroup } from './emojis.ts'

/** Emojis in a row of the picker. */
export const COLUMNS = 8

/** A row of the picker: a heading, or up to `COLUMNS` emojis. */
export type PickerRow =
  | { kind: 'heading'; key: string; name: string }
  | { kind: 'emojis'; key: string; emojis: readonly Emoji[] }

/** The rows of these groups; a group without emojis is left out. */
export function pickerRows(groups: readonly EmojiGroup[]): readonly PickerRow[] {
  return groups.flatMap(({ name, emojis }): PickerRow[] => {
    if (emojis.length === 0) return []
    const rows = Array.from({ length: Math.ceil(emojis.length / COLUMNS) }, (_, index): PickerRow => ({
      kind: 'emojis',
      key: `${name} ${index}`,
      emojis: emojis.slice(index * COLUMNS, (index + 1) * COLUMNS),
    }))
    return [{ kind: 'heading', key: name, name }, ...rows]
  })
}

/** A place in the picker. */
export interface Cell {
  row: number
  column: number
}

/** The first place with an emoji from this row on, in the direction of `step`. */
function nearestCell(
  rows: readonly PickerRow[],
  from: number,
  step: 1 | -1,
  column: number,
): Cell | undefined {
  for (let row = from; row >= 0 && row < rows.length; row += step) {
    const found = rows[row]
    if (found?.kind === 'emojis') return { row, column: Math.min(column, found.emojis.length - 1) }
  }
  return undefined
}

/** The place to which a key moves from `cell`; undefined for other keys, and at the edges. */
export function cellAfter(rows: readonly PickerRow[], { row, column }: Cell, key: string): Cell | undefined {
  const here = rows[row]
  const last = here?.kind === 'emojis' ? here.emojis.length - 1 : 0
  switch (key) {
    case 'ArrowRight':
      return column < last ? { row, column: column + 1 } : nearestCell(rows, row + 1, 1, 0)
    case 'ArrowLeft':
      return column > 0 ? { row, column: column - 1 } : nearestCell(rows, row - 1, -1, COLUMNS)
    case 'ArrowDown':
      return nearestCell(rows, row + 1, 1, column)
    case 'ArrowUp':
      return nearestCell(rows, row - 1, -1, column)
    case 'Home':
      return nearestCell(rows, 0, 1, 0)
    case 'End':
      return nearestCell(rows, rows.length - 1, -1, COLUMNS)
    default:
      return undefined
  }
}
