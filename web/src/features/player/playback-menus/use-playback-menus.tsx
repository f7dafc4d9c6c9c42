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

/** The menus of the sleep timer and of the speed; loaded when they are first opened. */
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
    /** @param back - opens the menu again from which this one is opened */
    open: (one: Opened['menu'], element: Element, back?: () => void) => {
      // Elements outside a modal dialog are inert.
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
