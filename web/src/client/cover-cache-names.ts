// What the page and its service worker have to call alike.
export const COVER_CACHE = 'covers'
export const COVER_PATH = '/api/cover/'
