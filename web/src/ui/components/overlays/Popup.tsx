import { useEffectEvent, useLayoutEffect, useRef, type ComponentProps, type MouseEvent } from 'react'
import { Surface } from '../base/Surface.tsx'
import { classNames } from '../../dom/class-names.ts'
import { dragToClose } from '../../dom/drag-to-close.ts'
import { PHONE } from '../../dom/media-query.ts'
import { type Box, type MenuAlign, type MenuAnchor, placeMenu, watchAnchor } from '../../dom/menu-place.ts'
import { closeOnBack } from '../../hooks/modal-history.ts'
import styles from './Popup.module.css'
import { SheetHandle } from './Sheet.tsx'

interface PopupProps extends Omit<ComponentProps<'div'>, 'ref'> {
  /** Where the popup is opened; undefined while it is closed. */
  anchor: MenuAnchor | undefined
  onClose: () => void
  /** Called when the popup has been opened. Must move the focus into it. */
  onOpened: (popup: HTMLElement) => void
  align?: MenuAlign
}

/**
 * A box in the top layer beside its anchor, on phones a bottom sheet. It closes on Escape, on a press beside it, and as
 * a sheet also on Back; the previously focused element then gets the focus back.
 */
export function Popup({
  anchor,
  onClose,
  onOpened,
  align = 'start',
  className,
  children,
  ...rest
}: PopupProps) {
  const ref = useRef<HTMLDivElement>(null)
  const closed = useEffectEvent(onClose)
  const opened = useEffectEvent(onOpened)
  const place = useEffectEvent((popup: HTMLElement, box: Box) => {
    const { left, top } = placeMenu(
      box,
      { width: popup.offsetWidth, height: popup.offsetHeight },
      { width: document.documentElement.clientWidth, height: globalThis.innerHeight },
      align,
    )
    Object.assign(popup.style, { left: `${left}px`, top: `${top}px` })
  })

  // A layout effect, so that the focus has returned before an item opens a dialog: when the dialog closes, it returns
  // the focus to the element that had it when the dialog was opened.
  useLayoutEffect(() => {
    const popup = ref.current
    if (anchor === undefined || popup === null) return undefined
    const before = document.activeElement
    const isSheet = globalThis.matchMedia(PHONE).matches
    const anchorBox = watchAnchor(anchor)
    // The popup follows its anchor, which may be moving when it opens.
    const follow = () => {
      const box = anchorBox()
      if (box === undefined) closed()
      else place(popup, box)
    }
    popup.showPopover()
    if (isSheet) popup.removeAttribute('style')
    else follow()
    opened(popup)
    const stopDragging = dragToClose(popup, closed)
    const stopBack = isSheet ? closeOnBack(closed) : undefined
    const watching = new AbortController()
    // Content that arrives later must not reach beyond the window.
    const size = new ResizeObserver(follow)
    if (!isSheet) size.observe(popup)
    globalThis.addEventListener('resize', closed, { signal: watching.signal })
    if (!isSheet)
      document.addEventListener('scroll', follow, { capture: true, passive: true, signal: watching.signal })
    return () => {
      watching.abort()
      size.disconnect()
      stopDragging()
      stopBack?.()
      const hadFocus = popup.contains(document.activeElement)
      popup.hidePopover()
      if (hadFocus && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [anchor])

  // During its closing animation the popup still covers the page. A second press must neither run an item again nor
  // reach the page below.
  const refuse = (event: MouseEvent) => {
    if (anchor !== undefined) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Surface
      {...rest}
      kind="floating"
      ref={ref}
      popover="auto"
      className={classNames(styles.popup, className)}
      onClickCapture={refuse}
      onToggle={(event) => {
        if (event.newState === 'closed' && anchor !== undefined) onClose()
      }}
    >
      <SheetHandle />
      {children}
    </Surface>
  )
}
