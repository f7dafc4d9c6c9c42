/**
 * Maximum lengths of names in bytes of UTF-8. With them the path of a track, which contains an artist, an album and a
 * file, stays below Windows' 260 characters.
 */
export const ARTIST_MAX_BYTES = 48
export const ALBUM_MAX_BYTES = 64
export const FILE_MAX_BYTES = 80
