/** Most bytes of a name in UTF-8: with an artist, an album and a file, paths stay below Windows' 260 characters. */
export const ARTIST_MAX_BYTES = 48
export const ALBUM_MAX_BYTES = 64
export const FILE_MAX_BYTES = 80
