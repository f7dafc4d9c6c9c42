/** The placeholder for the site's title; the server replaces it in the documents. */
const TITLE_MARKER = '%SITE_TITLE%'

/** A value of the installation, which the server writes into the documents when it starts; '' without one. */
export function siteValue(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

function readTitle(): string {
  // There is no `document` in the build, which generates the documents with placeholders.
  if (typeof document === 'undefined') return TITLE_MARKER
  const title = siteValue('site-title')
  return title === '' || title === TITLE_MARKER ? 'Archive' : title
}

/** The name that the operator has given this archive. */
export const siteTitle = readTitle()

/** The document title: the names of the page and of the site; without a page, only the name of the site. */
export function titleOf(page?: string): string {
  return page === undefined ? siteTitle : `${page} – ${siteTitle}`
}
