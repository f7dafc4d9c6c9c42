import type { ReactNode } from 'react'
import { Text } from '../base/Text.tsx'
import { classNames } from '../../dom/class-names.ts'
import styles from './RowText.module.css'

interface RowTextProps {
  title: string
  /** The title with marked parts. */
  shownTitle?: ReactNode
  /** The secondary line below the title. */
  below: string
  /** Marks the current row at its edge; the row has to be positioned. */
  isCurrent?: boolean
  /** Greyed out, because it is not available. */
  isFaint?: boolean
  /** Content beside the title. */
  children?: ReactNode
}

/** The text of a list row: a one-line title, and one line below it. */
export function RowText({
  title,
  shownTitle,
  below,
  isCurrent = false,
  isFaint = false,
  children,
}: RowTextProps) {
  return (
    <span className={classNames(styles.text, isCurrent && styles.current, isFaint && styles.faint)}>
      <span className={styles.title}>
        <Text truncate title={title}>
          {shownTitle ?? title}
        </Text>
        {children}
      </span>
      <Text size="sm" tone={isFaint ? 'faint' : 'muted'} truncate>
        {below}
      </Text>
    </span>
  )
}
