import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { Surface } from '../base/Surface.tsx'
import { classNames } from '../../dom/class-names.ts'
import { PHONE, useMediaQuery } from '../../dom/media-query.ts'
import styles from './DataTable.module.css'

/** Media query for windows in which a table with `MANY_COLUMNS` columns would have too little room for names. */
const NARROW = `${PHONE} or (width < 62rem)`
const MANY_COLUMNS = 6

interface DataTableProps {
  label: string
  /** The headings of the columns. The column of the actions has a heading for screen readers only. */
  columns: readonly string[]
  hasActions?: boolean
  /** A heading and a button above the table, in the same card. */
  head?: ReactNode
  /** `DataRow`s. */
  children: ReactNode
}

/** A table of records. In windows that are too narrow for the table, the cells of each row are stacked. */
export function DataTable({ label, columns, hasActions = true, head, children }: DataTableProps) {
  const isStacked = useMediaQuery(columns.length < MANY_COLUMNS ? PHONE : NARROW)
  return (
    <Surface className={styles.card}>
      {head !== undefined && <div className={styles.head}>{head}</div>}
      <table className={classNames(styles.table, isStacked && styles.stacked)} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col">
                {hasActions && index === columns.length - 1 ? <span className="sr">{column}</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Surface>
  )
}

interface DataRowProps {
  isNew?: boolean
  /** Whether the row fades out. `onGone` is called when it has disappeared. */
  isLeaving?: boolean
  onGone?: (row: HTMLTableRowElement) => void
  children: ReactNode
}

export function DataRow({ isNew = false, isLeaving = false, onGone, children }: DataRowProps) {
  const ref = useRef<HTMLTableRowElement>(null)
  const gone = useEffectEvent((row: HTMLTableRowElement) => onGone?.(row))
  useEffect(() => {
    const row = ref.current
    if (!isLeaving || row === null) return
    void Promise.allSettled(row.getAnimations().map(({ finished }) => finished)).then(() => gone(row))
  }, [isLeaving])
  return (
    <tr ref={ref} className={classNames(styles.row, isNew && styles.new, isLeaving && styles.leaving)}>
      {children}
    </tr>
  )
}

interface DataCellProps {
  /**
   * The name of the column, which narrow windows show beside the value; undefined for the first cell and the actions.
   */
  label?: string
  isAction?: boolean
  children: ReactNode
}

export function DataCell({ label, isAction = false, children }: DataCellProps) {
  return (
    <td data-label={label} className={classNames(styles.cell, isAction && styles.action)}>
      {children}
    </td>
  )
}
