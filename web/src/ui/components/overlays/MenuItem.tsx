import Check from 'lucide-react/icons/check'
import { use, type MouseEvent, type ReactNode } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './Menu.module.css'
import { CloseMenu } from './MenuPopup.tsx'

interface MenuItemProps {
  icon?: ReactNode
  /** Content at the end of the item, such as a count or a shortcut. */
  end?: ReactNode
  danger?: boolean
  disabled?: boolean
  /** Whether the item is selected, with a check mark; if given, the item is one of several options. */
  checked?: boolean
  /** The URL of the item, which makes it a real link; a plain press still calls `onSelect`. */
  href?: string
  /** @param isByKey - whether the item was pressed with a key, and not with a pointer */
  onSelect: (isByKey: boolean) => void
  children: ReactNode
}

const isPlain = (event: MouseEvent) =>
  !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0

export function MenuItem({
  icon,
  end,
  danger = false,
  disabled = false,
  checked,
  href,
  onSelect,
  children,
}: MenuItemProps) {
  const close = use(CloseMenu)
  const choose = ({ detail }: MouseEvent) => {
    if (disabled) return
    close()
    // `detail` is 0 for a click that was caused by a key.
    onSelect(detail === 0)
  }
  const shared = {
    role: checked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': checked,
    tabIndex: -1,
    className: classNames(styles.item, danger && styles.danger, checked === true && styles.checked),
    'aria-disabled': disabled || undefined,
  }
  const content = (
    <>
      {checked === undefined ? (
        icon
      ) : (
        <Check className={classNames('icon icon-small', styles.tick)} aria-hidden />
      )}
      {children}
      {end !== undefined && <span className={styles.end}>{end}</span>}
    </>
  )
  if (href === undefined) {
    return (
      <button {...shared} type="button" onClick={choose}>
        {content}
      </button>
    )
  }
  return (
    <a
      {...shared}
      href={href}
      onClick={(event) => {
        if (!isPlain(event)) return
        event.preventDefault()
        choose(event)
      }}
    >
      {content}
    </a>
  )
}

export function MenuSeparator() {
  return <hr className={styles.separator} />
}
