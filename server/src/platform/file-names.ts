/** Names of devices. Windows does not allow them as file names, even with an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?=\.|$)/i

/**
 * Makes a name for a file or folder that is valid on every system. Characters, endings and names that Windows forbids
 * are replaced. The name is not hidden and is in NFC. If it is too long, it is shortened between two characters.
 */
export function safeName(text: string, maxBytes: number): string {
  const allowed = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[<>:"/\\|?*]/g, '_')
    .replaceAll(/[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, (dots) => '_'.repeat(dots.length))
    .replace(DEVICE, '_$&')
  return withoutWrongEnd(shortened(allowed, maxBytes))
}

/** Removes dots and spaces from the end of a name. Windows ignores them, so that two names could mean the same file. */
function withoutWrongEnd(name: string): string {
  const kept = name.replace(/[. ]+$/, '')
  return kept === '' ? '_' : kept
}

const characters = new Intl.Segmenter('de', { granularity: 'grapheme' })

function shortened(name: string, maxBytes: number): string {
  if (Buffer.byteLength(name) <= maxBytes) return name
  let result = ''
  for (const { segment } of characters.segment(name)) {
    if (Buffer.byteLength(result + segment) > maxBytes) break
    result += segment
  }
  return result
}

/**
 * A key of a file name. Two names with the same key are the same file on a system that ignores case or Unicode
 * composition.
 */
export function keyOfName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase()
}
