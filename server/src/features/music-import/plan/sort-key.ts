import { withoutExtension } from './names.ts'

const DIGITS = 6
const NO_NUMBER = 99_999

/** Disc, track number and name as one text. Files without a number come last on their disc. */
export function sortKeyOf(disc: number, number: number | undefined, name: string): string {
  const letters = withoutExtension(name)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .slice(0, 200)
    .replaceAll(/\d+/g, (digits) => digits.padStart(DIGITS, '0'))
  return `${padded(disc, 3)} ${padded(number ?? NO_NUMBER, 5)} ${letters}`
}

/** The disc and the track number in a sort key. */
export function placeIn(sortKey: string): string {
  return sortKey.slice(0, 9)
}

/** Whether a sort key contains a track number. */
export function isNumbered(sortKey: string): boolean {
  return !placeIn(sortKey).endsWith(String(NO_NUMBER))
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0')
}
