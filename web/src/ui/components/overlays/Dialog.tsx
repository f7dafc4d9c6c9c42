import X from 'lucide-react/icons/x'
import { useId, type ReactNode } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './Dialog.module.css'
import { IconButton } from '../controls/IconButton.tsx'
import { Sheet, SheetHandle } from './Sheet.tsx'

interface DialogProps {
  open: boolean
  /** Called for Escape, the close button and a press beside the dialog. The owner must then set `open`. */
  onClose: () => void
  title: string
  width?: 'narrow' | 'normal' | 'medium' | 'large'
  /**
   * An `alertdialog` requires an answer: it has no close button, and a press beside it has no effect. Escape still
   * closes it.
   */
  role?: 'dialog' | 'alertdialog'
  /** Whether only a button in the dialog closes it; the owner handles that button. */
  isPersistent?: boolean
  /** Called when the closing animation has ended. */
  onLeft?: () => void
  'aria-describedby'?: string
  /** Buttons at the end of the dialog. */
  footer?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A modal dialog with a title and buttons. */
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
