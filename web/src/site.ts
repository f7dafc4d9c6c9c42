/** Values that the server writes into the document when it starts. */
interface Site {
  title: string
  /** The page of the community on which members get keys; undefined when the operator has not configured it. */
  communityUrl: string | undefined
  /** The host of covers and audio, without a trailing slash; undefined means the same host. */
  mediaUrl: string | undefined
  /** Whether audio is redirected to another host, from which the page must not read it. */
  isMediaForeign: boolean
}

/** The placeholder that the server replaces in the documents. */
const TITLE_MARKER = '%SITE_TITLE%'

function metaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

function webUrl(text: string): string | undefined {
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined
}

function readSite(): Site {
  // Without a document this runs in the build, which generates the documents that the server completes.
  if (typeof document === 'undefined')
    return { title: TITLE_MARKER, communityUrl: undefined, mediaUrl: undefined, isMediaForeign: false }
  const title = metaContent('site-title')
  return {
    title: title === '' || title === TITLE_MARKER ? 'Archive' : title,
    communityUrl: webUrl(metaContent('community-url')),
    mediaUrl: webUrl(metaContent('media-url')),
    isMediaForeign: webUrl(metaContent('media-url')) !== undefined || metaContent('media-foreign') === 'true',
  }
}

export const site = readSite()

/** The document title: the names of page and site, or only that of the site. */
export function titleOf(page?: string): string {
  return page === undefined ? site.title : `${page} – ${site.title}`
}
