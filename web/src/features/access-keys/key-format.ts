import { ACCESS_KEY_LENGTH, ACCESS_KEY_PATTERN } from '@tonarchiv/contract/access-keys'

/** Sizes of the three groups of a key, XX-XXXX-XXXX. */
const GROUPS = [2, 4, 4] as const

const charactersOf = (text: string) => text.replaceAll(/[^a-z0-9]/gi, '').toUpperCase()

/** What was typed or pasted, as a key is written: other characters gone, upper case, hyphens set, at most 12 long. */
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
 * The key after an edit, and where the caret belongs: behind the same letter or digit as before formatting.
 * `caret` counts in what the field holds now.
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

/** The ten cells of a key as they are drawn: a letter, empty, or the one where typing goes on. */
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
