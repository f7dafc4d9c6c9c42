/** Rows of figures under a heading; the first column names what is measured. */
export interface Table {
  heading: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  notes?: readonly string[]
}

/** The table as Markdown with aligned columns, so that it is readable as plain text, too. */
export function renderTable({ heading, columns, rows, notes = [] }: Table): string {
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)),
  )
  const message = (cells: readonly string[]) =>
    `| ${widths.map((width, index) => (index === 0 ? (cells[index] ?? '').padEnd(width) : (cells[index] ?? '').padStart(width))).join(' | ')} |`
  const ruler = `| ${widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [
    `### ${heading}`,
    '',
    message(columns),
    ruler,
    ...rows.map(message),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n')
}
