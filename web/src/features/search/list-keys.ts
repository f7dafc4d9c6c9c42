/** What a key in the search field does in the list; editing the text is not included. */
export type ListKey =
  | { do: 'select'; key: string }
  | { do: 'open' | 'playNext' | 'clear' | 'nextGroup' | 'previousGroup' }

interface Press {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
}

interface List {
  /** The keys (identifiers) of all rows and actions that can be selected, from top to bottom. */
  stops: readonly string[]
  active: string | undefined
  /** Whether the member has moved the selection. Then Home and End move it as well; otherwise they move the caret. */
  isEngaged: boolean
  hasText: boolean
}

/** What a pressed key does in the list; undefined for keys that the field itself handles. */
export function listKeyOf(press: Press, list: List): ListKey | undefined {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = press
  if (ctrlKey || altKey || metaKey) return undefined
  if (key === 'Enter') return { do: shiftKey ? 'playNext' : 'open' }
  if (key === 'Escape') return list.hasText ? { do: 'clear' } : undefined
  if (key === 'Tab') {
    if (!list.hasText) return undefined
    return { do: shiftKey ? 'previousGroup' : 'nextGroup' }
  }
  if (shiftKey) return undefined
  const next = nextStop(key, list)
  return next === undefined ? undefined : { do: 'select', key: next }
}

function nextStop(key: string, { stops, active, isEngaged }: List): string | undefined {
  const place = active === undefined ? -1 : stops.indexOf(active)
  switch (key) {
    case 'ArrowDown':
      return stops[(place + 1) % stops.length]
    case 'ArrowUp':
      return place <= 0 ? stops.at(-1) : stops[place - 1]
    case 'Home':
      return isEngaged ? stops[0] : undefined
    case 'End':
      return isEngaged ? stops.at(-1) : undefined
    default:
      return undefined
  }
}
