import { ACCESS_KEY_LENGTH, ACCESS_KEY_PATTERN } from '@tonarchiv/contract/access-keys'

/** Number of characters in each of the three groups of a key: XX-XXXX-XXXX. */
const GROUPS = [2, 4, 4] as const

const charactersOf = (text: string) => text.replaceAll(/[^a-z0-9]/gi, '').toUpperCase()

/**
 * Formats typed or pasted text as a key: removes invalid characters, converts to upper case and inserts hyphens. The
 * result has at most 12 characters.
 */
export function formatKey(typed: string): string {
  let rest = charactersOf(typed)
  const groups: string[] = []
  for (const size of GROUPS) {
    if (rest === '') break
    groups.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return groups.join('-').slice(0, ACCESS_KEY_LENGTH)
}

export function isCompleteKey(key: string): boolean {
  return ACCESS_KEY_PATTERN.test(key)
}

/**
 * Formats a key after an edit; the caret stays behind the same character.
 * @param caret - the position of the caret in `typed`
 */
export function editKey(typed: string, caret: number): { key: string; caret: number } {
  const key = formatKey(typed)
  let before = charactersOf(typed.slice(0, caret)).length
  let place = 0
  while (place < key.length && before > 0) {
    if (key[place] !== '-') before -= 1
    place += 1
  }
  return { key, caret: place }
}

/**
 * The ten cells of a key in their groups. `text` is a character or empty; `isNext` marks the cell of the next
 * character.
 */
export function keyCells(key: string): { text: string; isNext: boolean }[][] {
  const letters = key.replaceAll('-', '')
  let index = 0
  return GROUPS.map((size) =>
    Array.from({ length: size }, () => {
      const cell = { text: letters[index] ?? '', isNext: index === letters.length }
      index += 1
      return cell
    }),
  )
}
