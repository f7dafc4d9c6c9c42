import {
  Fragment,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { classNames } from '../../dom/class-names.ts'
import { dragToClose } from '../../dom/drag-to-close.ts'
import { openBeside, openModal, openPersistent, openWhole } from '../../hooks/modal.ts'
import styles from './Sheet.module.css'

interface SheetProps extends Omit<ComponentProps<'dialog'>, 'open' | 'onClose' | 'onCancel' | 'ref'> {
  open: boolean
  /** Called for Escape, Back, a press beside the sheet, and dragging it down. The owner sets `open`. */
  onClose: () => void
  /**
   * The edge from which the sheet opens. On phones `below` and `right` are bottom sheets; in wide windows they are in
   * the middle and at the right edge. `left` is a drawer, and `whole` fills the window. `top` is near the upper edge of
   * wide windows and fills phones.
   */
  from?: 'below' | 'left' | 'right' | 'top' | 'whole'
  /** Where the sheet can be dragged down. */
  drag?: 'on phones' | 'always' | 'never'
  /** Neither Escape, Back, a press beside the sheet nor dragging closes it. Only its owner does. */
  isPersistent?: boolean
  /** Called after the closing animation, when the content is unmounted. */
  onLeft?: (() => void) | undefined
  /** Shows the sheet beside the page, which remains usable, instead of over it. */
  isBeside?: boolean
  children: ReactNode
}

/**
 * An overlay based on the native dialog element. The focus stays inside. It starts on the element with `data-autofocus`
 * or on the first control, and returns to the opener. Escape and Back close it; so do a press beside it and dragging it
 * down unless its role is `alertdialog`. The content is mounted each time it is opened.
 */
export function Sheet({
  open,
  onClose,
  from = 'below',
  drag = 'on phones',
  isPersistent = false,
  onLeft,
  isBeside = false,
  className,
  children,
  ...dialogProps
}: SheetProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const [wasOpen, setWasOpen] = useState(open)
  const [isLeaving, setIsLeaving] = useState(false)
  const [openings, setOpenings] = useState(0)
  // The content stays mounted during the closing animation. If it is opened again before the end, it is mounted anew.
  if (open !== wasOpen) {
    setWasOpen(open)
    setIsLeaving(!open)
    if (open) setOpenings(openings + 1)
  }
  const needsAnswer = dialogProps.role === 'alertdialog'
  const close = useEffectEvent(onClose)
  const left = useEffectEvent(() => onLeft?.())
  const putAway = useEffectEvent(() => {
    if (!needsAnswer) onClose()
  })

  const show = useEffectEvent((dialog: HTMLDialogElement) => {
    if (isBeside) return openBeside(dialog, close)
    if (from === 'whole') return openWhole(dialog)
    return isPersistent ? openPersistent(dialog) : openModal(dialog, putAway)
  })

  // A layout effect closes the dialog while it is still in the document, so that the focus returns to the opener.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || dialog === null) return undefined
    const hide = show(dialog)
    const isDraggable = drag !== 'never' && !isBeside && !needsAnswer && !isPersistent
    const stopDragging = isDraggable && dragToClose(dialog, putAway, drag === 'always' ? always : undefined)
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      if (stopDragging !== false) stopDragging()
      hide()
      void Promise.allSettled(dialog.getAnimations().map(({ finished }) => finished)).then(() => {
        setIsLeaving(false)
        left()
      })
    }
  }, [open, isBeside, drag, needsAnswer, isPersistent])

  return (
    <dialog
      inert={!open}
      {...dialogProps}
      ref={ref}
      className={classNames(styles.sheet, styles[from], className)}
      onCancel={(event) => {
        event.preventDefault()
        if (!isPersistent) onClose()
      }}
      onClose={() => {
        // Browsers close a dialog without a cancel event when Escape is pressed twice. This event is queued: when it
        // arrives, the dialog may be open again or unmounted.
        if (open && !isPersistent && ref.current?.open === false) onClose()
      }}
    >
      {(open || isLeaving) && <Fragment key={openings}>{children}</Fragment>}
    </dialog>
  )
}

/** The bar at the top of a bottom sheet that shows that it can be dragged. */
export function SheetHandle() {
  return <span className={styles.handle} data-handle />
}

function always(): boolean {
  return true
}
