import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react'
import { classNames } from '../dom/class-names.ts'
import styles from './Dialog.module.css'
import { dragToClose } from '../dom/drag-to-close.ts'
import { IconButton } from './IconButton.tsx'
import { openModal } from '../hooks/modal.ts'

interface DialogProps {
  open: boolean
  /** Called for Esc, the close button and a press beside the dialog; the owner sets `open`. */
  onClose: () => void
  title: string
  width?: 'narrow' | 'normal' | 'medium' | 'large'
  /** `alertdialog` needs an answer: no close button, no press beside it; Esc still closes. */
  role?: 'dialog' | 'alertdialog'
  /** Buttons at the end. */
  footer?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/**
 * A modal dialog on the native element: the focus stays inside and returns to where it was; below 768 px a
 * bottom sheet. The focus starts on the element with `data-autofocus`, otherwise on the first control. The
 * content is mounted while the dialog is shown.
 */
export function Dialog({
  open,
  onClose,
  title,
  width = 'normal',
  role = 'dialog',
  footer,
  className,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [leaving, setLeaving] = useState(false)

  const isAlert = role === 'alertdialog'
  /** Closed by a press beside it, or by dragging it down. */
  const putAway = useEffectEvent(() => {
    if (!isAlert) onClose()
  })

  useEffect(() => {
    const dialog = ref.current
    if (!open || dialog === null) return undefined
    const close = openModal(dialog, putAway)
    const stopDragging = isAlert ? undefined : dragToClose(dialog, putAway)
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      setLeaving(true)
      stopDragging?.()
      close()
      void Promise.allSettled(dialog.getAnimations().map(({ finished }) => finished)).then(() =>
        setLeaving(false),
      )
    }
  }, [open, isAlert])

  return (
    <dialog
      ref={ref}
      role={role}
      className={classNames(styles.dialog, width !== 'normal' && styles[width], className)}
      aria-labelledby={titleId}
      inert={!open}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={({ currentTarget }) => {
        // The browser queues this event: the dialog may be open again when it arrives.
        if (open && !currentTarget.open) onClose()
      }}
    >
      {(open || leaving) && (
        <>
          <span className={styles.grab} data-handle />
          <div className={styles.head} data-handle>
            <h2 id={titleId}>{title}</h2>
            {!isAlert && (
              <IconButton label="Schließen" onClick={onClose}>
                <X className="icon" aria-hidden />
              </IconButton>
            )}
          </div>
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <div className={styles.foot}>{footer}</div>}
        </>
      )}
    </dialog>
  )
}
