import { focusedOn } from '#ui/dom/focused-on.ts'
import { shareCurrentMoment } from '../controls/ShareMomentButton.tsx'
import { controlledDevice, useDevices } from '../devices/devices-store.ts'
import type { Player } from '../engine/player.ts'
import { toggleLargeView, toggleQueue } from '../large/large-view.ts'
import { changeSpeed } from '../speed/change-speed.ts'
import { areCharactersShortcuts } from '../keys/character-shortcuts.ts'
import { showShortcutHelp } from '../keys/shortcut-help.ts'
import { shortcutOf, type ShortcutAction } from './shortcuts.ts'

/** Seconds by which one press of an arrow key seeks. */
const ARROW_SECONDS = 5
/** Selector for a page that consists mainly of a text field. On such a page no key is a shortcut. */
const TEXT_PAGE = '#main [data-takes-typing]'
const REPEATABLE: ReadonlySet<ShortcutAction> = new Set(['next', 'previous', 'forward', 'back'])

/**
 * Handles the player's keyboard shortcuts. They are ignored in fields, in menus, on pages that consist mainly of a text
 * field, and while a dialog other than the player's is open. Returns a function that removes the handlers.
 */
export function connectShortcuts(player: Player): () => void {
  const go = (seconds: number) => player.seekToSeconds(player.state.getState().positionSeconds + seconds)
  const changeOwnSpeed = (direction: 'slower' | 'faster') => {
    if (player.state.getState().track && !controlledDevice(useDevices.getState()))
      changeSpeed(player, direction)
  }
  const actions: Record<ShortcutAction, () => void> = {
    toggle: player.toggle,
    next: player.next,
    previous: player.previous,
    forward: () => go(ARROW_SECONDS),
    back: () => go(-ARROW_SECONDS),
    mute: player.toggleMute,
    // The favorite button declares the key L as its shortcut, and contains the action.
    like: () => document.querySelector<HTMLElement>('button[aria-keyshortcuts="L"]')?.click(),
    shuffle: player.toggleShuffle,
    repeat: player.cycleRepeat,
    slower: () => changeOwnSpeed('slower'),
    faster: () => changeOwnSpeed('faster'),
    queue: toggleQueue,
    large: () => {
      if (player.state.getState().track) toggleLargeView()
    },
    share: shareCurrentMoment,
    search: () => document.querySelector<HTMLElement>('#main input[type="search"]')?.focus(),
    help: showShortcutHelp,
  }
  const stopped = new AbortController()
  const isPressed = watchPressedControl(stopped.signal)
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.isComposing) return
      if (document.querySelector(`dialog:modal:not([data-player]), ${TEXT_PAGE}`) !== null) return
      const on = event.key === ' ' && isPressed(event.target) ? 'page' : focusedOn(event.target)
      const action = shortcutOf(event, on, areCharactersShortcuts())
      if (action === undefined || (event.repeat && !REPEATABLE.has(action))) return
      event.preventDefault()
      actions[action]()
    },
    { signal: stopped.signal },
  )
  return () => stopped.abort()
}

/**
 * Returns a function which checks whether an element is the player control that was last pressed with a pointer, and
 * has the focus only because of that. For such a control the space bar plays or pauses; a control that was focused by
 * keyboard handles the space bar itself.
 */
function watchPressedControl(signal: AbortSignal): (target: EventTarget | null) => boolean {
  let pressed: Element | null = null
  document.addEventListener(
    'click',
    ({ target, detail }) => {
      const isPointer = detail > 0 && target instanceof Element
      pressed = isPointer ? target.closest('[data-player] button:not(li *)') : null
    },
    { capture: true, signal },
  )
  document.addEventListener(
    'focusout',
    ({ target }) => {
      if (target === pressed) pressed = null
    },
    { signal },
  )
  // Firefox activates a button on `keyup`, even if `keydown` was prevented; so `keyup` is prevented as well.
  document.addEventListener(
    'keyup',
    (event) => {
      if (event.key === ' ' && pressed !== null && event.target === pressed) event.preventDefault()
    },
    { signal },
  )
  return (target) => pressed !== null && target === pressed
}
