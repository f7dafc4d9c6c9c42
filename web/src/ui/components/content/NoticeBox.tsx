import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { classNames } from '../../dom/class-names.ts'
import { IconButton } from '../controls/IconButton.tsx'
import styles from './Notice.module.css'

export interface NoticeBoxProps {
  /** `danger` is announced to screen readers assertively, all other kinds politely. */
  kind?: 'plain' | 'info' | 'success' | 'warning' | 'danger'
  icon?: ReactNode
  /** Closes the notice; if given, the notice has a close button. */
  onClose?: (() => void) | undefined
  /**
   * Milliseconds after which the notice closes by itself; a shrinking line shows the remaining time. The time stops
   * while the pointer or the focus is in the notice.
   */
  closeAfter?: number
  className?: string | undefined
  /** Buttons and links that are shown beside the text. */
  actions?: ReactNode
  children: ReactNode
}

/** A notice with the given icon, or without one. The component `Notice` chooses the icon by the kind of the notice. */
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
