/** The entries of all pages in order; an entry that moved between two pages during reading is listed once. */
export function joinPages<T extends { id: string }>(pages: readonly (readonly T[])[]): T[] {
  return [...new Map(pages.flat().map((entry) => [entry.id, entry])).values()]
}
