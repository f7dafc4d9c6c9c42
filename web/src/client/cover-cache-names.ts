// Names and times that both the page and the service worker use.
export const COVER_CACHE = 'covers'
export const COVER_PATH = '/api/cover/'
/** Milliseconds after which loading a cover is aborted. */
export const COVER_TIMEOUT = 10_000
