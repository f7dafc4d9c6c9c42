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
  /** Called for Esc, Back, a press beside it and for dragging it down; the owner sets `open`. */
  onClose: () => void
  /**
   * On phones `below` and `right` are bottom sheets; in wide windows they stand in the middle and at the edge. `left`
   * is a drawer, and `whole` fills the window. `top` stands below the upper edge of wide windows and fills phones.
   */
  from?: 'below' | 'left' | 'right' | 'top' | 'whole'
  /** Where a finger can drag it down. */
  drag?: 'on phones' | 'always' | 'never'
  /** Neither Esc, Back, a press beside it nor dragging closes it: only what its owner offers for it. */
  isPersistent?: boolean
  /** Called when it has left the screen, and its content the document. */
  onLeft?: (() => void) | undefined
  /** Beside the page, which remains usable, instead of over it. */
  isBeside?: boolean
  children: ReactNode
}

/**
 * What is laid over the page, on the native element: the focus stays inside, starts on the element with
 * `data-autofocus` or on the first control, and returns to where it was. Esc and Back close it; a press beside it
 * and dragging it down do so unless its role is `alertdialog`. Its content is mounted each time it is opened.
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
  // The content stays while it leaves. When it is opened again before it has left, it begins anew.
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

  // Closed while it is still in the document, so that the focus finds its way back to the opener.
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
        // Browsers close it without a cancel event when Escape is pressed twice. They queue this event: it may be
        // open again, or gone, when it arrives.
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
