import {
  createContext,
  useEffect,
  useEffectEvent,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { Surface } from '../base/Surface.tsx'
import { classNames } from '../../dom/class-names.ts'
import { dragToClose } from '../../dom/drag-to-close.ts'
import { PHONE } from '../../dom/media-query.ts'
import { nextItem } from '../../keys/menu-keys.ts'
import { type Box, type MenuAnchor, placeMenu, watchAnchor } from '../../dom/menu-place.ts'
import styles from './Menu.module.css'
import { SheetHandle } from './Sheet.tsx'

/** A function that closes the menu around an item. */
export const CloseMenu = createContext<() => void>(() => undefined)

interface MenuPopupProps {
  /** The position of the menu; undefined when it is closed. */
  anchor: MenuAnchor | undefined
  onClose: () => void
  label: string
  align?: 'start' | 'end'
  /** Content above the items, which the menu's keys do not reach. */
  header?: ReactNode
  /** Returns to the parent menu. The left arrow key calls it, too. */
  onBack?: (() => void) | undefined
  /** Content below the items, reached with Tab: a slider, a note. */
  footer?: ReactNode
  id?: string
  className?: string | undefined
  /** `MenuItem`s and `MenuSeparator`s. */
  children: ReactNode
}

/**
 * A menu in the top layer, on phones a bottom sheet. It closes on Escape, on a press beside it and after an item was
 * selected. Arrow keys, Home, End and letters move the focus. When it closes, the previously focused element gets the
 * focus back.
 */
export function MenuPopup({
  anchor,
  onClose,
  label,
  align = 'start',
  header,
  onBack,
  footer,
  id,
  className,
  children,
}: MenuPopupProps) {
  const ref = useRef<HTMLDivElement>(null)
  const items = () => [
    ...(ref.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])') ?? []),
  ]
  const closed = useEffectEvent(onClose)
  const focusFirst = useEffectEvent(() => items()[0]?.focus({ preventScroll: true }))
  const place = useEffectEvent((popup: HTMLElement, box: Box) => {
    const { left, top } = placeMenu(
      box,
      { width: popup.offsetWidth, height: popup.offsetHeight },
      { width: document.documentElement.clientWidth, height: globalThis.innerHeight },
      align,
    )
    Object.assign(popup.style, { left: `${left}px`, top: `${top}px` })
  })

  useEffect(() => {
    const popup = ref.current
    if (anchor === undefined || popup === null) return undefined
    const before = document.activeElement
    const isSheet = globalThis.matchMedia(PHONE).matches
    const anchorBox = watchAnchor(anchor)
    // The menu follows its anchor, which may be moving when it opens.
    const follow = () => {
      const box = anchorBox()
      if (box === undefined) closed()
      else place(popup, box)
    }
    popup.showPopover()
    if (isSheet) popup.removeAttribute('style')
    else follow()
    focusFirst()
    const stopDragging = dragToClose(popup, closed)
    const watching = new AbortController()
    globalThis.addEventListener('resize', closed, { signal: watching.signal })
    if (!isSheet)
      document.addEventListener('scroll', follow, { capture: true, passive: true, signal: watching.signal })
    return () => {
      watching.abort()
      stopDragging()
      const hadFocus = popup.contains(document.activeElement)
      popup.hidePopover()
      if (hadFocus && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [anchor])

  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      if (footer === undefined) onClose()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowLeft') onBack?.()
    const next = itemAt(event.key, items())
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  // During its closing animation the menu still covers the page. A second press must neither run an item again nor
  // reach the page below.
  const refuse = (event: MouseEvent) => {
    if (anchor !== undefined) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Surface
      kind="floating"
      ref={ref}
      id={id}
      popover="auto"
      className={classNames(styles.menu, className)}
      onClickCapture={refuse}
      onToggle={(event) => {
        if (event.newState === 'closed' && anchor !== undefined) onClose()
      }}
    >
      <SheetHandle />
      {header}
      <CloseMenu value={onClose}>
        <div role="menu" aria-label={label} tabIndex={-1} className={styles.items} onKeyDown={pressed}>
          {children}
        </div>
      </CloseMenu>
      {footer}
    </Surface>
  )
}

/** The item to which a key moves the focus. */
function itemAt(key: string, all: readonly HTMLElement[]): HTMLElement | undefined {
  const texts = all.map((item) => ({ text: item.textContent }))
  const current = all.findIndex((item) => item === document.activeElement)
  const next = nextItem(key, texts, current)
  return next === undefined ? undefined : all[next]
}
