import { recall } from '#client/remembered.ts'
import { focusedOn } from '#ui/focused-on.ts'
import type { Player } from './player.ts'
import { toggleQueuePanel } from './queue-panel.ts'
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
    // The heart knows how to like; it says its key itself.
    like: () => document.querySelector<HTMLElement>('button[aria-keyshortcuts="L"]')?.click(),
    shuffle: player.toggleShuffle,
    repeat: player.cycleRepeat,
    queue: toggleQueuePanel,
    search: () => document.querySelector<HTMLElement>('#main input[type="search"]')?.focus(),
    help: showHelp,
  }
  const stopped = new AbortController()
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.isComposing) return
      if (document.querySelector(`dialog:modal:not([data-player]), ${TEXT_PAGE}`) !== null) return
      const withCharacters = recall('characterShortcuts') !== 'off'
      const action = shortcutOf(event, focusedOn(event.target), withCharacters)
      if (action === undefined || (event.repeat && !REPEATABLE.has(action))) return
      event.preventDefault()
      actions[action]()
    },
    { signal: stopped.signal },
  )
  return () => stopped.abort()
}
