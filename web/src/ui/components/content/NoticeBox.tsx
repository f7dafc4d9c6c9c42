import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { classNames } from '../../dom/class-names.ts'
import { IconButton } from '../controls/IconButton.tsx'
import styles from './Notice.module.css'

export interface NoticeBoxProps {
  /** A danger is announced assertively, all others politely. */
  kind?: 'plain' | 'info' | 'success' | 'warning' | 'danger'
  icon?: ReactNode
  /** Adds a button that closes the notice. */
  onClose?: (() => void) | undefined
  /**
   * Closes the notice after this number of milliseconds, shown as a shrinking line. Paused while the pointer or the
   * focus is in the notice.
   */
  closeAfter?: number
  className?: string | undefined
  /** Buttons and links beside the text. */
  actions?: ReactNode
  children: ReactNode
}

/** A notice with the given icon or none. `Notice` adds the icons of the kinds. */
export function NoticeBox({
  kind = 'plain',
  icon,
  onClose,
  closeAfter,
  className,
  actions,
  children,
}: NoticeBoxProps) {
  return (
    <div
      className={classNames(styles.notice, kind !== 'plain' && kind !== 'info' && styles[kind], className)}
      role={kind === 'danger' ? 'alert' : 'status'}
    >
      {icon}
      <div className={styles.body}>{children}</div>
      {actions}
      {onClose && (
        <IconButton label="Hinweis schließen" onClick={onClose}>
          <X className="icon icon-small" aria-hidden />
        </IconButton>
      )}
      {closeAfter !== undefined && (
        <span
          className={styles.timer}
          style={{ animationDuration: `${closeAfter}ms` }}
          onAnimationEnd={onClose}
        />
      )}
    </div>
  )
}
