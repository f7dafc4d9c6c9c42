import type { ReactNode } from 'react'
import { Text } from '../base/Text.tsx'
import { classNames } from '../../dom/class-names.ts'
import styles from './RowText.module.css'

interface RowTextProps {
  title: string
  /** The title with highlighted parts; shown instead of the plain title. */
  shownTitle?: ReactNode
  /** The text of the line below the title. */
  below: string
  /** Whether the row is highlighted at its edge as the current one; the row's element must have a `position`. */
  isCurrent?: boolean
  /** Whether the text is greyed out, because the item is not available. */
  isFaint?: boolean
  /** Content that is shown beside the title. */
  children?: ReactNode
}

/** The text of a row in a list: a title of one line, and one line below it. */
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
