import X from 'lucide-react/icons/x'
import { useId, type ReactNode } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './Dialog.module.css'
import { IconButton } from '../controls/IconButton.tsx'
import { Sheet, SheetHandle } from './Sheet.tsx'

interface DialogProps {
  open: boolean
  /** Called for Esc, the close button and a press beside the dialog; the owner sets `open`. */
  onClose: () => void
  title: string
  width?: 'narrow' | 'normal' | 'medium' | 'large'
  /** `alertdialog` needs an answer: no close button, no press beside it; Esc still closes. */
  role?: 'dialog' | 'alertdialog'
  /** Only a button in the dialog closes it; the owner handles that button. */
  isPersistent?: boolean
  /** Called after the closing animation. */
  onLeft?: () => void
  'aria-describedby'?: string
  /** Buttons at the end. */
  footer?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A modal sheet with a title and buttons. */
export function Dialog({
  open,
  onClose,
  title,
  width = 'normal',
  role = 'dialog',
  isPersistent = false,
  onLeft,
  'aria-describedby': describedBy,
  footer,
  className,
  children,
}: DialogProps) {
  const titleId = useId()
  return (
    <Sheet
      open={open}
      onClose={onClose}
      isPersistent={isPersistent}
      onLeft={onLeft}
      role={role}
      className={classNames(styles.dialog, width !== 'normal' && styles[width], className)}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
    >
      <SheetHandle />
      <div className={styles.head} data-handle>
        <h2 id={titleId}>{title}</h2>
        {role === 'dialog' && !isPersistent && (
          <IconButton label="Schließen" onClick={onClose}>
            <X className="icon" aria-hidden />
          </IconButton>
        )}
      </div>
      <div className={styles.body}>{children}</div>
      {footer !== undefined && <div className={styles.foot}>{footer}</div>}
    </Sheet>
  )
}
