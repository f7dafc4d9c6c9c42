import type { ReactNode } from 'react'
import { classNames } from '../dom/class-names.ts'
import styles from './RowText.module.css'

interface RowTextProps {
  title: string
  /** The quiet line below the title. */
  below: string
  /** Marked as what is current, at the edge of the row around it; the row has to be positioned. */
  isCurrent?: boolean
  /** Told, but not to be had. */
  isFaint?: boolean
  /** Stands beside the title. */
  children?: ReactNode
}

/** What a row of a list says: a title of one line, and one line below it. */
export function RowText({ title, below, isCurrent = false, isFaint = false, children }: RowTextProps) {
  return (
    <span className={classNames(styles.text, isCurrent && styles.current, isFaint && styles.faint)}>
      <span className={styles.title}>
        <span className="truncate" title={title}>
          {title}
        </span>
        {children}
      </span>
      <span className={styles.below}>{below}</span>
    </span>
  )
}
