import { plainTitleOfAlbum } from './plain-title.ts'

/** Longest part of a name that is compared: as much as is stored in plain letters. */
const COMPARED_MAX = 300

/**
 * A name as other programs may spell it: without case, accents and punctuation; "ä" and "ae" are the same.
 */
export function comparedName(name: string): string {
  return withoutPunctuation(plainTitleOfAlbum(name.slice(0, COMPARED_MAX)))
}

function withoutPunctuation(plain: string): string {
  const short = plain.replaceAll(/([aou])e/g, '$1')
  const letters = short.replaceAll(/[^\p{L}\p{N}]+/gu, '')
  return letters === '' ? short : letters
}

/** A number by which tracks with a title are found; titles that compare differently rarely have the same one. */
export function matchKeyOf(name: string): number {
  return hashOf(comparedName(name))
}

/** The same for a title that is already in plain letters. */
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
