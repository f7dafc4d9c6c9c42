import type { Player } from './player.ts'
import { toggleQueuePanel } from './queue-panel.ts'
import { shortcutOf, type FocusedOn, type ShortcutAction } from './shortcuts.ts'

/** Obeys the keyboard, except in fields, menus and over modal dialogs. Returns the way to stop. */
export function connectShortcuts(player: Player, showHelp: () => void): () => void {
  const actions: Record<ShortcutAction, () => void> = {
    toggle: player.toggle,
    next: player.next,
    previous: player.previous,
    mute: player.toggleMute,
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
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog:modal') !== null)
        return
      const action = shortcutOf(event, focusedOn(event.target))
      if (action === undefined || (event.repeat && action !== 'next' && action !== 'previous')) return
      event.preventDefault()
      actions[action]()
    },
    { signal: stopped.signal },
  )
  return () => stopped.abort()
}

function focusedOn(target: EventTarget | null): FocusedOn {
  if (!(target instanceof HTMLElement)) return 'page'
  if (target instanceof HTMLInputElement && target.type === 'range') return 'slider'
  const isField = target.matches('input, textarea, select') || target.isContentEditable
  if (isField || target.closest('[role="menu"]') !== null) return 'field'
  return target.matches('button, a, summary, [role="tab"]') ? 'control' : 'page'
}
