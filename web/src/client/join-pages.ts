/** The entries of all pages in their order; one that moved between two pages while they were read stands once. */
export function joinPages<T extends { id: string }>(pages: readonly (readonly T[])[]): T[] {
  return [...new Map(pages.flat().map((entry) => [entry.id, entry])).values()]
}
