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
  /** Called for Escape, Back, a press beside the sheet, and dragging it down. The owner must then set `open`. */
  onClose: () => void
  /**
   * The edge from which the sheet opens. `below` and `right`: a bottom sheet on phones; in wide windows in the middle
   * or at the right edge. `left`: a drawer. `whole`: fills the window. `top`: near the upper edge of wide windows;
   * fills phones.
   */
  from?: 'below' | 'left' | 'right' | 'top' | 'whole'
  /** In which layouts the sheet can be dragged down. */
  drag?: 'on phones' | 'always' | 'never'
  /** Whether only the owner can close the sheet: Escape, Back, a press beside it and dragging have no effect. */
  isPersistent?: boolean
  /** Called when the closing animation has ended and the content is unmounted. */
  onLeft?: (() => void) | undefined
  /** Whether the sheet is beside the page instead of over it; the page stays usable then. */
  isBeside?: boolean
  children: ReactNode
}

/**
 * An overlay, based on the native dialog element. The focus stays inside: it starts on the element with
 * `data-autofocus`, otherwise on the first control, and returns to the element that opened the sheet. Escape and Back
 * close the sheet. A press beside it and dragging it down close it as well, unless its role is `alertdialog`. The
 * content is mounted anew each time the sheet is opened.
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
  // The content stays mounted during the closing animation. If the sheet is opened again before that has ended, the
  // content is mounted anew.
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

  // A layout effect closes the dialog while it is still in the document, so that the focus returns to the element that
  // opened it.
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
        // When Escape is pressed twice, browsers close a dialog without a cancel event. The close event is queued: when
        // it arrives, the dialog may be open again or unmounted.
        if (open && !isPersistent && ref.current?.open === false) onClose()
      }}
    >
      {(open || isLeaving) && <Fragment key={openings}>{children}</Fragment>}
    </dialog>
  )
}

/** The handle at the top of a bottom sheet, which indicates that the sheet can be dragged. */
export function SheetHandle() {
  return <span className={styles.handle} data-handle />
}

function always(): boolean {
  return true
}
