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

/** The menu "Geräte" of a button; it is loaded when it is first opened. */
export function useDevicesMenu() {
  const [anchor, setAnchor] = useState<MenuAnchor>()
  const [container, setContainer] = useState<Element>()
  return {
    isOpen: anchor !== undefined,
    open: (at: Element) => {
      // Elements outside a modal dialog are inert.
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

/** Opens the menu "Geräte"; while another device plays it names that device. */
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
