import { getStored } from '#client/browser-storage.ts'
import { focusedOn } from '#ui/dom/focused-on.ts'
import type { Player } from '../engine/player.ts'
import { toggleQueuePanel } from '../queue/queue-panel.ts'
import { shortcutOf, type ShortcutAction } from './shortcuts.ts'

/** Seconds that an arrow goes. */
const ARROW_SECONDS = 5
/** A page whose main thing is a text field marks it: there every key belongs to the text. */
const TEXT_PAGE = '#main [data-takes-typing]'
const REPEATABLE: ReadonlySet<ShortcutAction> = new Set(['next', 'previous', 'forward', 'back'])

/** Obeys the keyboard, except in fields, menus, on pages for writing and over dialogs that are not the player. Returns the way to stop. */
export function connectShortcuts(player: Player, showHelp: () => void): () => void {
  const go = (seconds: number) => player.seekToSeconds(player.state.getState().positionSeconds + seconds)
  const actions: Record<ShortcutAction, () => void> = {
    toggle: player.toggle,
    next: player.next,
    previous: player.previous,
    forward: () => go(ARROW_SECONDS),
    back: () => go(-ARROW_SECONDS),
    mute: player.toggleMute,
    // The heart button contains the action and declares its key itself.
    like: () => document.querySelector<HTMLElement>('button[aria-keyshortcuts="L"]')?.click(),
    shuffle: player.toggleShuffle,
    repeat: player.cycleRepeat,
    queue: toggleQueuePanel,
    search: () => document.querySelector<HTMLElement>('#main input[type="search"]')?.focus(),
    help: showHelp,
  }
  const stopped = new AbortController()
  const isPressed = watchPressedControl(stopped.signal)
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.isComposing) return
      if (document.querySelector(`dialog:modal:not([data-player]), ${TEXT_PAGE}`) !== null) return
      const withCharacters = getStored('characterShortcuts') !== 'off'
      const on = event.key === ' ' && isPressed(event.target) ? 'page' : focusedOn(event.target)
      const action = shortcutOf(event, on, withCharacters)
      if (action === undefined || (event.repeat && !REPEATABLE.has(action))) return
      event.preventDefault()
      actions[action]()
    },
    { signal: stopped.signal },
  )
  return () => stopped.abort()
}

/**
 * Whether this is the control of the player that a pointer pressed last, and that keeps the focus only because of it:
 * the space bar is meant for the music then. Reached by keys, a control takes the space bar itself.
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
  // Firefox presses a button when the key comes up, whatever became of its way down.
  document.addEventListener(
    'keyup',
    (event) => {
      if (event.key === ' ' && pressed !== null && event.target === pressed) event.preventDefault()
    },
    { signal },
  )
  return (target) => pressed !== null && target === pressed
}
