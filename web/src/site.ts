/** Values of the installation. The server writes them into the documents when it starts. */
interface Site {
  title: string
  /** The page of the community on which members get access keys; undefined when the operator has not configured one. */
  communityUrl: string | undefined
  /** The host of covers and audio, without a trailing slash; undefined if that is the host of the app. */
  mediaUrl: string | undefined
  /** Whether requests for audio are redirected to another origin, whose responses the page may not read. */
  isMediaForeign: boolean
}

/** The placeholder for the site's title; the server replaces it in the documents. */
const TITLE_MARKER = '%SITE_TITLE%'

function metaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

function webUrl(text: string): string | undefined {
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined
}

function readSite(): Site {
  // There is no `document` in the build, which generates the documents with placeholders.
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

/** The document title: the names of the page and of the site; without a page, only the name of the site. */
export function titleOf(page?: string): string {
  return page === undefined ? site.title : `${page} – ${site.title}`
}
