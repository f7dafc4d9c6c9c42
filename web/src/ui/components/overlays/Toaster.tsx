import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '../../dom/class-names.ts'
import { useTopModal } from '../../dom/open-modals.ts'
import { dismissToast, useToast, type Toast } from '../../dom/toast.ts'
import styles from './Toaster.module.css'

function ToastBox({ toast }: { toast: Toast }) {
  const Icon = toast.icon ?? (toast.kind === 'error' ? CircleAlert : Check)
  return (
    // Focusable, because the focus pauses its timer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <span className={classNames(styles.toast, toast.kind === 'error' && styles.error)} tabIndex={0}>
      <Icon className="icon" aria-hidden />
      {toast.text}
      {toast.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toast.action?.onPress()
            dismissToast(toast.id)
          }}
        >
          {toast.action.label}
        </button>
      )}
      <span
        className={styles.clock}
        style={{ animationDuration: `${toast.duration}ms` }}
        onAnimationEnd={(event) => {
          event.stopPropagation()
          dismissToast(toast.id)
        }}
      />
    </span>
  )
}

/**
 * The container of the toasts, above the player; mounted once. Both live regions are always in the document, so that
 * toasts are announced. While a modal dialog is open, everything outside of it is inert, so the container is moved into
 * the dialog.
 */
export function Toaster() {
  const id = useToast(({ toast }) => toast?.id)
  const modal = useTopModal()
  const home = useRef<HTMLDivElement>(null)
  const region = useRef<HTMLDivElement>(null)
  const [host] = useState(newHost)

  useLayoutEffect(() => {
    const place = modal ?? home.current
    if (host.parentElement !== place) place?.append(host)
    if (id === undefined) return
    // Shown anew after a dialog has opened, because the last element of the top layer is on top.
    region.current?.hidePopover()
    region.current?.showPopover()
  }, [id, modal, host])

  return <div ref={home}>{createPortal(<Region ref={region} />, host)}</div>
}

function newHost(): HTMLElement {
  const host = document.createElement('div')
  // The element has no box, so that it does not affect the layout of a dialog.
  host.style.display = 'contents'
  return host
}

function Region({ ref }: { ref: RefObject<HTMLDivElement | null> }) {
  const toast = useToast((state) => state.toast)
  return (
    <div className={styles.region} popover="manual" data-toasts ref={ref}>
      <output>{toast?.kind === 'info' && <ToastBox key={toast.id} toast={toast} />}</output>
      <div role="alert">{toast?.kind === 'error' && <ToastBox key={toast.id} toast={toast} />}</div>
    </div>
  )
}
