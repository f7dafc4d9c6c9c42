import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './Notice.module.css'

export type NoticeKind = 'plain' | 'info' | 'success' | 'warning' | 'danger'

interface NoticeBoxProps {
  kind?: NoticeKind
  icon?: ReactNode
  className?: string | undefined
  /** What stands beside and below the text. */
  extras?: ReactNode
  children: ReactNode
}

/** The frame of a notice. A danger is announced at once, everything else when there is a pause. */
export function NoticeBox({ kind = 'plain', icon, className, extras, children }: NoticeBoxProps) {
  return (
    <div
      className={classNames(styles.notice, kind !== 'plain' && kind !== 'info' && styles[kind], className)}
      role={kind === 'danger' ? 'alert' : 'status'}
    >
      {icon}
      <div className={styles.body}>{children}</div>
      {extras}
    </div>
  )
}
