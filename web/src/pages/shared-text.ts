const LINK = /https?:\/\/\S+/g

/**
 * The path for shared texts, the most telling one first: that of the first link into this site, otherwise a search for
 * the first text that has words besides links.
 */
export function pathOfShared(
  shared: readonly string[],
  origin: string,
  searchPath: (text: string) => string,
): string {
  for (const link of shared.flatMap((text) => text.match(LINK) ?? [])) {
    const url = URL.canParse(link) ? new URL(link) : undefined
    // The page that is shared with would lead to itself.
    if (url?.origin === origin && url.pathname !== '/share') return `${url.pathname}${url.search}${url.hash}`
  }
  const words = shared.map((text) => text.replaceAll(LINK, ' ').replaceAll(/\s+/g, ' ').trim())
  return searchPath(words.find((text) => text !== '') ?? '')
}
