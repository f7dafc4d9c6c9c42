const LINK = /https?:\/\/\S+/g

/**
 * The path for shared texts, which are in order of importance. A link into this site is opened; otherwise the first
 * text with words besides links is searched.
 */
export function pathOfShared(
  shared: readonly string[],
  origin: string,
  searchPath: (text: string) => string,
): string {
  for (const link of shared.flatMap((text) => text.match(LINK) ?? [])) {
    const url = URL.canParse(link) ? new URL(link) : undefined
    // `/share` is this page itself.
    if (url?.origin === origin && url.pathname !== '/share') return `${url.pathname}${url.search}${url.hash}`
  }
  const words = shared.map((text) => text.replaceAll(LINK, ' ').replaceAll(/\s+/g, ' ').trim())
  return searchPath(words.find((text) => text !== '') ?? '')
}
