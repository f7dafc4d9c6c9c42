// Names and times that the page and its service worker share.
export const COVER_CACHE = 'covers'
export const COVER_PATH = '/api/cover/'
/** Milliseconds to load a cover. */
export const COVER_TIMEOUT = 10_000
