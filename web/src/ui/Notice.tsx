import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'
import styles from './Notice.module.css'
import { NoticeBox, type NoticeKind } from './NoticeBox.tsx'

const ICONS = { info: Info, success: Check, warning: TriangleAlert, danger: CircleAlert } as const

interface NoticeProps {
  /** A danger is announced at once, everything else when there is a pause. */
  kind?: NoticeKind
  /** In place of the kind’s own icon. */
  icon?: ReactNode
  /** Offers a button that closes the notice. */
  onClose?: (() => void) | undefined
  /** Closes by itself after so many milliseconds, with a shrinking line; pauses under pointer and focus. */
  closeAfter?: number
  className?: string | undefined
  /** Buttons and links beside the text. */
  actions?: ReactNode
  children: ReactNode
}

export function Notice({
  kind = 'plain',
  icon,
  onClose,
  closeAfter,
  className,
  actions,
  children,
}: NoticeProps) {
  const Icon = kind === 'plain' ? undefined : ICONS[kind]
  return (
    <NoticeBox
      kind={kind}
      icon={icon ?? (Icon !== undefined && <Icon className="icon" aria-hidden />)}
      className={className}
      extras={
        <>
          {actions}
          {onClose !== undefined && (
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
        </>
      }
    >
      {children}
    </NoticeBox>
  )
}
