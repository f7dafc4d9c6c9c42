/** What the server writes into the document when it starts. */
interface Site {
  title: string
  /** Where the community hands out keys; undefined when the operator set none. */
  communityUrl: string | undefined
}

function metaContent(name: string): string {
  if (typeof document === 'undefined') return ''
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function readSite(): Site {
  if (typeof document === 'undefined') return { title: '%SITE_TITLE%', communityUrl: undefined }
  const title = metaContent('site-title')
  const communityUrl = metaContent('community-url')
  return {
    title: title === '' || title.startsWith('%') ? 'Archive' : title,
    communityUrl: isWebAddress(communityUrl) ? communityUrl : undefined,
  }
}

export const site: Site = readSite()

/** Sets the document’s title: the page’s name and the site’s. */
export function titleOf(page: string): string {
  return `${page} – ${site.title}`
}
