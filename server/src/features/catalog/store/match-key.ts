import { plainTitleOfAlbum } from './plain-title.ts'

/** Maximum number of characters of a name that are compared. `plainTitleOfAlbum` keeps the same number. */
const COMPARED_MAX = 300

/**
 * A name without case, accents and punctuation, so that it equals the same name as other programs spell it. "ä" and
 * "ae" are equal, too.
 */
export function comparedName(name: string): string {
  return withoutPunctuation(plainTitleOfAlbum(name.slice(0, COMPARED_MAX)))
}

function withoutPunctuation(plain: string): string {
  const short = plain.replaceAll(/([aou])e/g, '$1')
  const letters = short.replaceAll(/[^\p{L}\p{N}]+/gu, '')
  return letters === '' ? short : letters
}

/** A hash of `comparedName(name)`, by which an index finds tracks. Different names rarely have the same hash. */
export function matchKeyOf(name: string): number {
  return hashOf(comparedName(name))
}

/** The hash of a title that is already in plain letters. */
export function matchKeyOfPlain(plainTitle: string): number {
  return hashOf(withoutPunctuation(plainTitle))
}

/** FNV-1a over the code units, in 31 bits: an integer on both databases. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash & 0x7fffffff
}
