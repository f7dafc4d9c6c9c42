/** Rows that a long message shows until it is opened. */
const ROWS_SHOWN = 12
/** If at most this number of rows is hidden, the text is not folded. */
const ROWS_SPARED = 3
/** Approximate characters per row on a phone. */
const ROW_LENGTH = 40

/** Where a long text is folded, counted in UTF-16 units; undefined when all of it is shown. */
export function foldAt(text: string): number | undefined {
  let rows = 0
  let at = 0
  let cut: number | undefined
  for (const connection of text.split('\n')) {
    const height = Math.max(1, Math.ceil(connection.length / ROW_LENGTH))
    if (cut === undefined && rows + height > ROWS_SHOWN) {
      const left = (ROWS_SHOWN - rows) * ROW_LENGTH
      cut = left === 0 ? Math.max(0, at - 1) : at + wholeLength(connection, left)
    }
    rows += height
    if (rows > ROWS_SHOWN + ROWS_SPARED) return cut
    at += connection.length + 1
  }
  return undefined
}

/** The length at which a line is cut: a surrogate pair is never split. */
function wholeLength(connection: string, length: number): number {
  const isHalf = /[\uD800-\uDBFF]/u.test(connection.charAt(length - 1))
  return Math.min(connection.length, isHalf ? length - 1 : length)
}
