import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '../../dom/class-names.ts'
import { useTopModal } from '../../dom/open-modals.ts'
import { dismissToast, useToast, type Toast } from '../../dom/toast.ts'
import { useOwnFocus } from '../../hooks/use-own-focus.ts'
import styles from './Toaster.module.css'

function ToastBox({ toast }: { toast: Toast }) {
  const box = useOwnFocus<HTMLSpanElement>(() => dismissToast(toast.id))
  const button = useRef<HTMLButtonElement>(null)
  const { takesFocus } = toast
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  const Icon = toast.icon ?? (toast.kind === 'error' ? CircleAlert : Check)
  return (
    <span
      ref={box}
      className={classNames(styles.toast, toast.kind === 'error' && styles.error)}
      // Focusable, because focusing the toast pauses its timer.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <Icon className="icon" aria-hidden />
      {toast.text}
      {toast.action && (
        <button
          ref={button}
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
 * screen readers announce toasts. A modal dialog makes everything outside of it inert, so the container is moved into
 * the open dialog.
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
    // Hidden and shown again after a dialog has opened, because the element that was shown last is on top in the top
    // layer.
    region.current?.hidePopover()
    region.current?.showPopover()
  }, [id, modal, host])

  return <div ref={home}>{createPortal(<Region ref={region} />, host)}</div>
}

function newHost(): HTMLElement {
  const host = document.createElement('div')
  // Without a box of its own, the element does not affect the layout of the dialog.
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
