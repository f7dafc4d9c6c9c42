import type { FocusedOn } from '#ui/dom/focused-on.ts'

/** The action of a key. A number seeks to that tenth of the video. */
export type VideoShortcut =
  | 'toggle'
  | 'forward'
  | 'back'
  | 'louder'
  | 'quieter'
  | 'mute'
  | 'fullscreen'
  | 'picture'
  | number

interface Press {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
}

const LETTERS: Readonly<Record<string, VideoShortcut>> = {
  k: 'toggle',
  m: 'mute',
  f: 'fullscreen',
  p: 'picture',
  home: 0,
}
const ARROWS: Readonly<Record<string, VideoShortcut>> = {
  ArrowRight: 'forward',
  ArrowLeft: 'back',
  ArrowUp: 'louder',
  ArrowDown: 'quieter',
}

/**
 * The action of a pressed key; undefined if the key is no shortcut.
 * @param isInside - whether the focus is in the video player; elsewhere the up and down arrows scroll the page, and
 * digits do nothing
 */
export function videoShortcutOf(
  { key, shiftKey, ctrlKey, altKey, metaKey }: Press,
  on: FocusedOn,
  isInside: boolean,
): VideoShortcut | undefined {
  if (on === 'field' || shiftKey || ctrlKey || altKey || metaKey) return undefined
  if (key === ' ') return on === 'control' ? undefined : 'toggle'
  const arrow = ARROWS[key]
  if (arrow !== undefined) {
    if (on === 'slider') return undefined
    return isInside || arrow === 'forward' || arrow === 'back' ? arrow : undefined
  }
  if (/^\d$/.test(key)) return isInside ? Number(key) : undefined
  const letter = LETTERS[key.toLowerCase()]
  return letter === 0 && (!isInside || on === 'slider') ? undefined : letter
}
