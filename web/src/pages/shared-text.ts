const LINK = /https?:\/\/\S+/g

/**
 * The path that a share of another app opens. If one of the texts is a link into this site, that link; otherwise the
 * search for the first text that contains more than links.
 * @param shared - the shared texts, the most important one first
 */
export function pathOfShared(
  shared: readonly string[],
  origin: string,
  searchPath: (text: string) => string,
): string {
  for (const link of shared.flatMap((text) => text.match(LINK) ?? [])) {
    const url = URL.canParse(link) ? new URL(link) : undefined
    // A link to `/share` would open this page again.
    if (url?.origin === origin && url.pathname !== '/share') return `${url.pathname}${url.search}${url.hash}`
  }
  const words = shared.map((text) => text.replaceAll(LINK, ' ').replaceAll(/\s+/g, ' ').trim())
  return searchPath(words.find((text) => text !== '') ?? '')
}
