const HALF = 4

/** Formats the typed part of a recovery code like the printed code: upper case, with a hyphen in the middle. */
export function withHyphen(text: string): string {
  const plain = text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 2 * HALF)
  return plain.length <= HALF ? plain : `${plain.slice(0, HALF)}-${plain.slice(HALF)}`
}
