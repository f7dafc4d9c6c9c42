import { cleanLyrics, LYRICS_MAX_LENGTH, readLyrics } from '@tonarchiv/contract/lyrics-text'

/** Maximum number of bytes of a field with lyrics; longer ones are ignored. A character takes up to three. */
export const LYRICS_FIELD_MAX_BYTES = 3 * LYRICS_MAX_LENGTH

const LYRICS_FIELDS = new Set([
  'LYRICS',
  'SYNCEDLYRICS',
  'UNSYNCEDLYRICS',
  'SYNCED LYRICS',
  'UNSYNCED LYRICS',
])

/** Whether a field of Vorbis comments has lyrics; the name is in any case. */
export function isLyricsField(name: string): boolean {
  return LYRICS_FIELDS.has(name.toUpperCase())
}

/** Keeps the first lyrics of a file; those with times replace plain ones. */
export function keepLyrics(found: { lyrics?: string }, text: string): void {
  const lyrics = cleanLyrics(text)
  if (lyrics === '' || lyrics.length > LYRICS_MAX_LENGTH) return
  if (found.lyrics === undefined || (!readLyrics(found.lyrics).isTimed && readLyrics(lyrics).isTimed))
    found.lyrics = lyrics
}
