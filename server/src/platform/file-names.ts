/** Names of devices, which Windows refuses with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?=\.|$)/i

/**
 * A name for a file or folder that every system takes: without characters, endings and names that Windows
 * forbids, not hidden, in NFC, shortened at a character.
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

/** Windows drops dots and spaces at the end, so that two names would be one. */
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

/** Two names with the same key are one file on a system that ignores case or composition. */
export function keyOfName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase()
}
