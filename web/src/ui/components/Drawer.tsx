import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import styles from './Drawer.module.css'
import { openModal } from '../hooks/modal.ts'

interface DrawerProps {
  open: boolean
  /** Called for Esc and a press beside it; the owner sets `open`. */
  onClose: () => void
  label: string
  children: ReactNode
}

/** A modal panel that slides in from the left; the focus returns to the opener. */
export function Drawer({ open, onClose, label, children }: DrawerProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const requestClose = useEffectEvent(onClose)
  useEffect(() => (open && ref.current !== null ? openModal(ref.current, requestClose) : undefined), [open])
  return (
    <dialog
      ref={ref}
      className={styles.drawer}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={({ currentTarget }) => {
        // The browser queues this event: the drawer may be open again when it arrives.
        if (open && !currentTarget.open) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
