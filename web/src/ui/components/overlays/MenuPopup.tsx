import { createContext, useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { MenuAnchor } from '../../dom/menu-place.ts'
import { nextItem } from '../../keys/menu-keys.ts'
import styles from './Menu.module.css'
import { Popup } from './Popup.tsx'

/** Provides the items of a menu with a function that closes the menu. */
export const CloseMenu = createContext<() => void>(() => undefined)

interface MenuPopupProps {
  /** Where the menu is opened; undefined while it is closed. */
  anchor: MenuAnchor | undefined
  onClose: () => void
  label: string
  align?: 'start' | 'end'
  /** Content above the items; the keys of the menu do not reach it. */
  header?: ReactNode
  /** Returns to the parent menu. The left arrow key also calls it. */
  onBack?: (() => void) | undefined
  /** Content below the items, such as a slider or a note; Tab reaches it. */
  footer?: ReactNode
  id?: string
  className?: string | undefined
  /** The items: `MenuItem`s and `MenuSeparator`s. */
  children: ReactNode
}

/**
 * A menu in the top layer; on phones a bottom sheet. It closes on Escape, on a press beside it, and after an item was
 * selected. Arrow keys, Home, End and letters move the focus. When the menu closes, the element that had the focus
 * before gets it back.
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

  return (
    <Popup
      {...{ id, anchor, align, onClose, className }}
      onOpened={() => items()[0]?.focus({ preventScroll: true })}
    >
      {header}
      <CloseMenu value={onClose}>
        <div
          ref={ref}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          className={styles.items}
          onKeyDown={pressed}
        >
          {children}
        </div>
      </CloseMenu>
      {footer}
    </Popup>
  )
}

/** The item to which a key moves the focus; undefined for other keys. */
function itemAt(key: string, all: readonly HTMLElement[]): HTMLElement | undefined {
  const texts = all.map((item) => ({ text: item.textContent }))
  const current = all.findIndex((item) => item === document.activeElement)
  const next = nextItem(key, texts, current)
  return next === undefined ? undefined : all[next]
}
