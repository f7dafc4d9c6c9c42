// Names that the page and its service worker share.
export const COVER_CACHE = 'covers'
export const COVER_PATH = '/api/cover/'
