import { useEffect, useRef, type ReactNode } from 'react'
import styles from './Drawer.module.css'
import { openModal } from './modal.ts'

interface DrawerProps {
  open: boolean
  /** Esc and a press beside it ask for it; the owner sets `open`. */
  onClose: () => void
  label: string
  children: ReactNode
}

/** A panel that slides in from the left over everything, modal; the focus returns to its opener. */
export function Drawer({ open, onClose, label, children }: DrawerProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const drawer = ref.current
    if (!open || drawer === null) return undefined
    openModal(drawer)
    return () => drawer.close()
  }, [open])
  return (
    // The press beside it is an extra for the pointer; keys have Esc and the close button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={ref}
      className={styles.drawer}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={() => {
        if (open) onClose()
      }}
      onClick={({ target, clientX }) => {
        if (target === ref.current && clientX > ref.current.getBoundingClientRect().right) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
