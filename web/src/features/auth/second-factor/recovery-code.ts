const HALF = 4

/** What was typed of a recovery code as it stands on paper: upper case, with the hyphen in the middle. */
export function withHyphen(text: string): string {
  const plain = text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 2 * HALF)
  return plain.length <= HALF ? plain : `${plain.slice(0, HALF)}-${plain.slice(HALF)}`
}
