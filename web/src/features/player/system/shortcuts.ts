import { IS_APPLE } from '#ui/dom/apple.ts'
import type { FocusedOn } from '#ui/dom/focused-on.ts'

/** What a key can request. */
export type ShortcutAction =
  | 'toggle'
  | 'next'
  | 'previous'
  | 'forward'
  | 'back'
  | 'mute'
  | 'like'
  | 'shuffle'
  | 'repeat'
  | 'queue'
  | 'large'
  | 'search'
  | 'help'

interface Press {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
}

const LETTERS: Readonly<Record<string, ShortcutAction>> = {
  m: 'mute',
  l: 'like',
  s: 'shuffle',
  r: 'repeat',
  q: 'queue',
  f: 'large',
}

/**
 * The action of a key press, if any. The characters / and ? are matched wherever the keyboard layout has them. With
 * `withCharacters` false no letter or character is a shortcut (WCAG 2.1.4); space bar and arrows are kept.
 */
export function shortcutOf(
  { key, shiftKey, ctrlKey, altKey, metaKey }: Press,
  on: FocusedOn,
  withCharacters = true,
): ShortcutAction | undefined {
  if (on === 'field' || ctrlKey || altKey || metaKey) return undefined
  if (!withCharacters && key.length === 1 && key !== ' ') return undefined
  if (key === '/') return 'search'
  if (key === '?') return 'help'
  if (shiftKey) {
    if (on === 'slider') return undefined
    if (key === 'ArrowRight') return 'next'
    return key === 'ArrowLeft' ? 'previous' : undefined
  }
  if (on !== 'slider' && key === 'ArrowRight') return 'forward'
  if (on !== 'slider' && key === 'ArrowLeft') return 'back'
  if (key === ' ') return on === 'control' ? undefined : 'toggle'
  return LETTERS[key.toLowerCase()]
}

/** As the help shows them. */
export const SHORTCUTS: readonly (readonly [keys: readonly string[], text: string])[] = [
  [['Leertaste'], 'Abspielen und pausieren'],
  [['Umschalt', '→'], 'Nächster Track'],
  [['Umschalt', '←'], 'Vorheriger Track'],
  [['→'], '5 Sekunden vor'],
  [['←'], '5 Sekunden zurück'],
  [['M'], 'Stumm schalten'],
  [['L'], 'Zu „Lieblingssongs“ hinzufügen'],
  [['S'], 'Shuffle'],
  [['R'], 'Wiederholen'],
  [['Q'], 'Warteschlange'],
  [['F'], 'Großansicht'],
  [['/'], 'Suchen'],
  [[IS_APPLE ? '⌘' : 'Strg', 'K'], 'Alles durchsuchen'],
  [['?'], 'Diese Hilfe'],
]
