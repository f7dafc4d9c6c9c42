/** Longest names in UTF-8; three of them and the export's folder stay below the 260 characters of Windows. */
export const ARTIST_MAX_BYTES = 48
export const ALBUM_MAX_BYTES = 64
export const FILE_MAX_BYTES = 80
