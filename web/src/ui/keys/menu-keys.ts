interface Item {
  /** The text of the item, to which typed letters are compared. */
  text: string
}

/**
 * The index of the item to which a key moves the focus; undefined when the key does not move it. Arrow keys move
 * cyclically, Home and End move to the first and the last item, and a letter moves to the next item that begins with
 * that letter.
 * @param current - the index of the focused item; -1 if no item has the focus
 */
export function nextItem(key: string, items: readonly Item[], current: number): number | undefined {
  const count = items.length
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (current + 1) % count
  if (key === 'ArrowUp') return current <= 0 ? count - 1 : current - 1
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key.length !== 1 || key === ' ') return undefined
  const letter = key.toLocaleLowerCase('de')
  for (let step = 1; step <= count; step += 1) {
    const candidate = (current + step) % count
    if (items[candidate]?.text.trim().toLocaleLowerCase('de').startsWith(letter)) return candidate
  }
  return undefined
}
