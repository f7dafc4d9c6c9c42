import { IS_APPLE } from '#ui/dom/apple.ts'
import type { FocusedOn } from '#ui/dom/focused-on.ts'

/** The actions that keyboard shortcuts can trigger. */
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
  | 'slower'
  | 'faster'
  | 'queue'
  | 'large'
  | 'share'
  | 'search'
  | 'help'

interface Press {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
}

const CHARACTERS: Readonly<Record<string, ShortcutAction>> = {
  m: 'mute',
  l: 'like',
  s: 'shuffle',
  r: 'repeat',
  q: 'queue',
  f: 'large',
  t: 'share',
  ',': 'slower',
  '.': 'faster',
}

/**
 * The action of a key press; undefined if the key is no shortcut. `/` and `?` are matched by character, wherever the
 * keyboard layout has them. Without `withCharacters` no printable character is a shortcut (WCAG 2.1.4); the space bar
 * and the arrow keys still are.
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
  return CHARACTERS[key.toLowerCase()]
}

/** A key as the help shows it: its text, or a sign with a name for screen readers. */
export type ShownKey = string | { sign: string; name: string }

interface ShortcutGroup {
  title: string
  shortcuts: readonly { text: string; keys: readonly ShownKey[] }[]
}

const SHIFT: ShownKey = { sign: '⇧', name: 'Umschalt' }
const LEFT: ShownKey = { sign: '←', name: 'Pfeil links' }
const RIGHT: ShownKey = { sign: '→', name: 'Pfeil rechts' }
const CONTROL: ShownKey = IS_APPLE ? { sign: '⌘', name: 'Befehl' } : 'Strg'

/** The groups of shortcuts, as the help dialog shows them. */
export const SHORTCUT_GROUPS: readonly ShortcutGroup[] = [
  {
    title: 'Wiedergabe',
    shortcuts: [
      { text: 'Abspielen, anhalten', keys: ['Leertaste'] },
      { text: 'Vorheriger Track', keys: [SHIFT, LEFT] },
      { text: 'Nächster Track', keys: [SHIFT, RIGHT] },
      { text: 'Shuffle', keys: ['S'] },
      { text: 'Wiederholen', keys: ['R'] },
      { text: 'Stumm', keys: ['M'] },
      {
        text: 'Langsamer, schneller',
        keys: [
          { sign: ',', name: 'Komma' },
          { sign: '.', name: 'Punkt' },
        ],
      },
    ],
  },
  {
    title: 'Ansichten',
    shortcuts: [
      { text: 'Großansicht', keys: ['F'] },
      { text: 'Songtext, Als Nächstes, Notizen', keys: ['1', '2', '3'] },
      { text: 'Warteschlange', keys: ['Q'] },
      { text: 'Schließen', keys: ['Esc'] },
    ],
  },
  {
    title: 'Auf der Wellenform',
    shortcuts: [
      { text: '5 Sekunden zurück, vor', keys: [LEFT, RIGHT] },
      { text: 'Ein Zehntel zurück, vor', keys: ['Bild ↓', 'Bild ↑'] },
      { text: 'Anfang, Ende', keys: ['Pos1', 'Ende'] },
    ],
  },
  {
    title: 'Überall',
    shortcuts: [
      { text: 'Gefällt mir', keys: ['L'] },
      { text: 'Moment teilen', keys: ['T'] },
      { text: 'Suche auf dieser Seite', keys: ['/'] },
      { text: 'Alles durchsuchen', keys: [CONTROL, 'K'] },
      { text: 'Diese Übersicht', keys: ['?'] },
    ],
  },
]
