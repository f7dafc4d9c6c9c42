import { useId, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { MenuPopup } from './MenuPopup.tsx'

type MenuButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The name of the menu. It is also that of the button if the button's content has no text. */
  label: string
  /** The content of the button. */
  trigger: ReactNode
  header?: ReactNode
  align?: 'start' | 'end'
  menuClassName?: string | undefined
  children: ReactNode
}

/** A button that opens a menu. */
export function MenuButton({
  label,
  trigger,
  header,
  align,
  menuClassName,
  children,
  ...button
}: MenuButtonProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<Element>()
  // A press on the button closes the open menu before the click event arrives; that click must not open the menu again.
  const openAtPress = useRef(false)
  return (
    <>
      <button
        aria-label={label}
        {...button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        aria-controls={id}
        onPointerDown={() => {
          openAtPress.current = anchor !== undefined
        }}
        onClick={({ currentTarget }) => {
          setAnchor(openAtPress.current ? undefined : currentTarget)
          openAtPress.current = false
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setAnchor(event.currentTarget)
        }}
      >
        {trigger}
      </button>
      <MenuPopup
        {...{ id, anchor, label, align, header }}
        className={menuClassName}
        onClose={() => setAnchor(undefined)}
      >
        {children}
      </MenuPopup>
    </>
  )
}
