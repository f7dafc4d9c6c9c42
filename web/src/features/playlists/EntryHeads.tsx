import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import type { CSSProperties } from 'react'
import { SelectField } from '#ui/components/fields/SelectField.tsx'
import styles from './EntryList.module.css'
import { COLUMN_LABELS, type EntryColumn, type EntryOrder, orderAfterPress } from './entry-order.ts'

interface EntryOrderProps {
  columns: readonly EntryColumn[]
  /** The column by which the entries are sorted; undefined for the playlist's own order. */
  order: EntryOrder | undefined
  onOrder: (order: EntryOrder | undefined) => void
}

const CLASSES: Record<EntryColumn, string | undefined> = {
  title: styles.titleHead,
  album: styles.album,
  by: styles.by,
  added: styles.at,
  plays: styles.plays,
  played: styles.at,
  duration: styles.time,
}

interface EntryHeadsProps extends EntryOrderProps {
  /** Number of buttons and drag handles in each row after the last column. */
  buttons: number
  grips: 0 | 1
}

/**
 * The headings of the columns. Pressing one sorts the entries by that column: first ascending, then descending, then in
 * the playlist's own order again.
 */
export function EntryHeads({ columns, order, onOrder, buttons, grips }: EntryHeadsProps) {
  const behind: CSSProperties & Record<`--${string}`, number> = { '--buttons': buttons, '--grips': grips }
  return (
    <fieldset className={styles.heads} style={behind} aria-label="Sortieren nach">
      {columns.map((column) => {
        const isSorted = order?.by === column
        const Icon = isSorted && order.isDescending ? ChevronDown : ChevronUp
        return (
          <span key={column} className={CLASSES[column]}>
            <button
              type="button"
              aria-pressed={isSorted}
              onClick={() => onOrder(orderAfterPress(order, column))}
            >
              {COLUMN_LABELS[column]}
              {isSorted && (
                <>
                  <Icon className="icon icon-small" aria-hidden />
                  <span className="sr">{order.isDescending ? ', absteigend' : ', aufsteigend'}</span>
                </>
              )}
            </button>
          </span>
        )
      })}
    </fieldset>
  )
}

/** A select field for the order, where the list has no columns. */
export function EntryOrderField({ columns, order, onOrder }: EntryOrderProps) {
  const value = order === undefined ? '' : `${order.by} ${order.isDescending ? 'down' : 'up'}`
  const directions = [
    { name: 'up', isDescending: false, text: 'aufsteigend' },
    { name: 'down', isDescending: true, text: 'absteigend' },
  ]
  return (
    <SelectField
      label="Sortieren"
      labelHidden
      fieldClassName={styles.orderField}
      value={value}
      onChange={({ currentTarget }) => {
        const [by, direction] = currentTarget.value.split(' ')
        const column = columns.find((each) => each === by)
        onOrder(column && { by: column, isDescending: direction === 'down' })
      }}
    >
      <option value="">Eigene Reihenfolge</option>
      {columns.flatMap((column) =>
        directions.map(({ name, text }) => (
          <option key={`${column} ${name}`} value={`${column} ${name}`}>
            {COLUMN_LABELS[column]}, {text}
          </option>
        )),
      )}
    </SelectField>
  )
}
