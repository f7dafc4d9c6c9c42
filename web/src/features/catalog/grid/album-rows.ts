/**
 * The geometry of the album grid in pixels. There are as many columns as fit with at least 184 px each; on a phone at
 * least two.
 */
export interface GridMeasures {
  columns: number
  columnWidth: number
  columnGap: number
  rowGap: number
  /**
   * The height of a card: cover, title (two lines) and year. It is calculated before cards are rendered, so that
   * nothing moves.
   */
  rowHeight: number
}

const PHONE = { columns: 2, columnGap: 16, rowGap: 16, textHeight: 70 }
const DESK = { minWidth: 184, columnGap: 24, rowGap: 18, textHeight: 73 }

/**
 * Calculates the geometry.
 * @param scale - the root font size of the browser divided by 16, so that columns grow with the text
 */
export function gridMeasures(width: number, isPhone: boolean, scale: number): GridMeasures {
  const columnGap = (isPhone ? PHONE : DESK).columnGap * scale
  const rowGap = (isPhone ? PHONE : DESK).rowGap * scale
  const fitting = Math.floor((width + columnGap) / (DESK.minWidth * scale + columnGap))
  const columns = Math.max(isPhone ? PHONE.columns : 1, fitting)
  const columnWidth = Math.max(0, (width - (columns - 1) * columnGap) / columns)
  return {
    columns,
    columnWidth,
    rowHeight: Math.round(columnWidth + (isPhone ? PHONE : DESK).textHeight * scale),
    columnGap,
    rowGap,
  }
}

/**
 * Splits a list into rows of `columns` items; the last row may be shorter.
 * @param first - the offset of the first item in the filtered list; items before that are not loaded, and are undefined
 * in their rows
 */
export function rowsOf<T>(items: readonly T[], columns: number, first = 0): (T | undefined)[][] {
  const rows: (T | undefined)[][] = []
  for (let start = 0; start < first + items.length; start += columns) {
    const missing = Math.min(columns, Math.max(0, first - start))
    const from = Math.max(0, start - first)
    rows.push([...Array.from<undefined>({ length: missing }), ...items.slice(from, from + columns - missing)])
  }
  return rows
}
