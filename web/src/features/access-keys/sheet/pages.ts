import type { KeyBatch } from '@tonarchiv/contract/key-batches'

/** Tags on a page: two columns of five. */
export const TAGS_PER_PAGE = 10

/** The keys of each page. */
export function pagesOf(keys: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(keys.length / TAGS_PER_PAGE) }, (_, page) =>
    keys.slice(page * TAGS_PER_PAGE, (page + 1) * TAGS_PER_PAGE),
  )
}

/** A summary, such as „9 offene Schlüssel auf einer Seite, DIN A4. Die 3 eingelösten fehlen.“ */
export function sheetText(open: number, { keyCount, counts }: Pick<KeyBatch, 'keyCount' | 'counts'>): string {
  if (open === 0) return 'Kein Schlüssel ist mehr offen.'
  const pages = Math.ceil(open / TAGS_PER_PAGE)
  const where = pages === 1 ? 'auf einer Seite' : `auf ${pages} Seiten`
  const kind = open === 1 ? '1 offener Schlüssel' : `${open} offene Schlüssel`
  const missing = keyCount - open
  const isUsed = counts.used === missing
  if (missing === 0) return `${kind} ${where}, DIN A4.`
  if (missing === 1) return `${kind} ${where}, DIN A4. Der ${isUsed ? 'eingelöste' : 'geschlossene'} fehlt.`
  return `${kind} ${where}, DIN A4. Die ${missing} ${isUsed ? 'eingelösten' : 'geschlossenen'} fehlen.`
}
