/** Codes of a media element's error. See docs/product.md §11.4. */
export const VIDEO_ABORTED = 1
export const VIDEO_NETWORK = 2
export const VIDEO_UNSUPPORTED = 4

const TEXTS: Readonly<Record<number, string>> = {
  [VIDEO_ABORTED]: 'Die Wiedergabe wurde abgebrochen (Code 1)',
  [VIDEO_NETWORK]: 'Netzwerkfehler beim Laden des Videos (Code 2)',
  3: 'Das Video konnte nicht dekodiert werden (Code 3)',
  [VIDEO_UNSUPPORTED]: 'Das Format wird nicht unterstützt oder das Video wurde nicht gefunden (Code 4)',
}

/** The error of a video without a path. See docs/product.md §11.4. */
export const NO_URL = 'Ungültige Video URL'

/** The error text for a failed video by its error code. */
export function videoProblem(code: number | undefined): string {
  return (code !== undefined && TEXTS[code]) || 'Unbekannter Fehler bei der Wiedergabe'
}
