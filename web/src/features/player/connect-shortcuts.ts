import { focusedOn } from '#ui/focused-on.ts'
import type { Player } from './player.ts'
import { toggleQueuePanel } from './queue-panel.ts'
import { shortcutOf, type ShortcutAction } from './shortcuts.ts'

/** Seconds that an arrow goes. */
const ARROW_SECONDS = 5
const REPEATABLE: ReadonlySet<ShortcutAction> = new Set(['next', 'previous', 'forward', 'back'])

/** Obeys the keyboard, except in fields, menus and over dialogs that are not the player. Returns the way to stop. */
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
      const isCovered = document.querySelector('dialog:modal:not([data-player])') !== null
      if (event.defaultPrevented || event.isComposing || isCovered) return
      const action = shortcutOf(event, focusedOn(event.target))
      if (action === undefined || (event.repeat && !REPEATABLE.has(action))) return
      event.preventDefault()
      actions[action]()
    },
    { signal: stopped.signal },
  )
  return () => stopped.abort()
}
