import { type CanPlay, formatName, playsItself } from '#client/playable-formats.ts'
import { isPlayable, type Track } from '#features/tracks/index.ts'

/** The error text for a track in a format that this browser can play only after the server has converted it. */
export function conversionText(track: Track): string {
  const name = isPlayable(track) ? formatName(track) : undefined
  const format = name === undefined ? 'dieses Format' : `das Format ${name}`
  return `„${track.title}“ braucht Umwandlung: Dieser Browser kann ${format} nicht abspielen`
}

/**
 * The error text for a track whose format this browser cannot play; undefined when it can, or when there is no file.
 */
export function unplayableFormat(track: Track, canPlay: CanPlay): string | undefined {
  if (!isPlayable(track) || playsItself(track, canPlay)) return undefined
  if (track.needsConversion === true) return conversionText(track)
  return `Dieser Browser kann das Format ${formatName(track)} nicht abspielen`
}
