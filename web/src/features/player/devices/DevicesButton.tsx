import DevicesIcon from 'lucide-react/icons/monitor-speaker'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { buttonClass } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { lazyPart } from '#ui/hooks/lazy-part.ts'
import styles from './DevicesButton.module.css'
import { controlledDevice, useDevices } from './devices-store.ts'

const DevicesMenu = lazyPart(async () => (await import('./DevicesMenu.tsx')).DevicesMenu, {
  failure: 'Die Geräte konnten nicht geladen werden',
})

/** State of the menu "Geräte" for the button that opens it. Its code is loaded when it is first opened. */
export function useDevicesMenu() {
  const [anchor, setAnchor] = useState<MenuAnchor>()
  const [container, setContainer] = useState<Element>()
  return {
    isOpen: anchor !== undefined,
    open: (at: Element) => {
      // In a modal dialog the menu must be rendered inside of it, because elements outside are inert.
      setContainer(at.closest('dialog') ?? document.body)
      setAnchor(at)
    },
    menu:
      container &&
      createPortal(
        <DevicesMenu
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
          onLoadFailed={() => {
            setAnchor(undefined)
            setContainer(undefined)
          }}
        />,
        container,
      ),
  }
}

/** Opens the menu "Geräte". While another device plays, the button shows the name of that device. */
export function DevicesButton() {
  const device = useDevices(controlledDevice)
  const { isOpen, open, menu } = useDevicesMenu()
  return (
    <>
      {device ? (
        <button
          type="button"
          className={classNames(buttonClass({ kind: 'tint', small: true }), styles.remote)}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          title={`Spielt auf ${device.name}`}
          onClick={({ currentTarget }) => open(currentTarget)}
        >
          <DevicesIcon className="icon icon-small" aria-hidden />
          <span className={styles.name}>Spielt auf {device.name}</span>
        </button>
      ) : (
        <IconButton
          label="Geräte"
          aria-haspopup="menu"
          aria-expanded={isOpen}
          onClick={({ currentTarget }) => open(currentTarget)}
        >
          <DevicesIcon className="icon" aria-hidden />
        </IconButton>
      )}
      {menu}
    </>
  )
}
