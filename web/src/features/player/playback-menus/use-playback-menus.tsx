import { useState } from 'react'
import { createPortal } from 'react-dom'
import { lazyPart } from '#ui/hooks/lazy-part.ts'

const failure = 'Das Menü konnte nicht geladen werden'
const SleepMenu = lazyPart(async () => (await import('./SleepMenu.tsx')).SleepMenu, { failure })
const SpeedMenu = lazyPart(async () => (await import('./SpeedMenu.tsx')).SpeedMenu, { failure })

interface Opened {
  menu: 'sleep' | 'speed'
  at: Element
  container: Element
  openedAt: number
  onBack: (() => void) | undefined
}

/** State of the menus for the sleep timer and the playback rate. Their code is loaded when one is first opened. */
export function usePlaybackMenus() {
  const [opened, setOpened] = useState<Opened>()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const { menu, at, container, openedAt = 0, onBack } = opened ?? {}
  const shared = {
    onClose: close,
    onLoadFailed: () => {
      close()
      setOpened(undefined)
    },
    onBack:
      onBack &&
      (() => {
        close()
        onBack()
      }),
  }
  const anchorOf = (one: Opened['menu']) => (isOpen && menu === one ? at : undefined)
  return {
    openMenu: isOpen ? menu : undefined,
    /** @param back - reopens the menu from which this menu is opened */
    open: (one: Opened['menu'], element: Element, back?: () => void) => {
      // In a modal dialog the menu must be rendered inside of it, because elements outside are inert.
      setOpened({
        menu: one,
        at: element,
        container: element.closest('dialog') ?? document.body,
        openedAt: Date.now(),
        onBack: back,
      })
      setIsOpen(true)
    },
    menus:
      container &&
      createPortal(
        <>
          {menu === 'sleep' && <SleepMenu anchor={anchorOf('sleep')} openedAt={openedAt} {...shared} />}
          {menu === 'speed' && <SpeedMenu anchor={anchorOf('speed')} {...shared} />}
        </>,
        container,
      ),
  }
}
