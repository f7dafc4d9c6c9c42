/**
 * Joins the pages of a list. An entry that moved from one page to another while the pages were read is listed only
 * once.
 */
export function joinPages<T extends { id: string }>(pages: readonly (readonly T[])[]): T[] {
  return [...new Map(pages.flat().map((entry) => [entry.id, entry])).values()]
}
