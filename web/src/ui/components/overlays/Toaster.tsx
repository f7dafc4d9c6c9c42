import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useLayoutEffect, useRef } from 'react'
import { classNames } from '../../dom/class-names.ts'
import { dismissToast, useToast, type Toast } from '../../dom/toast.ts'
import styles from './Toaster.module.css'

function ToastBox({ toast }: { toast: Toast }) {
  const Icon = toast.icon ?? (toast.kind === 'error' ? CircleAlert : Check)
  return (
    // Reachable by keyboard, so that the focus can hold it.
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
 * The container of the toasts, above the player; mounted once. Both live regions exist from the beginning, so
 * that toasts are announced.
 */
export function Toaster() {
  const toast = useToast((state) => state.toast)
  const region = useRef<HTMLDivElement>(null)
  const id = toast?.id

  // Moved to the top layer again when a dialog has opened, because the last element of the top layer is on
  // top.
  useLayoutEffect(() => {
    if (id === undefined) return
    region.current?.hidePopover()
    region.current?.showPopover()
  }, [id])

  return (
    <div className={styles.region} popover="manual" ref={region}>
      <output>{toast?.kind === 'info' && <ToastBox key={toast.id} toast={toast} />}</output>
      <div role="alert">{toast?.kind === 'error' && <ToastBox key={toast.id} toast={toast} />}</div>
    </div>
  )
}
