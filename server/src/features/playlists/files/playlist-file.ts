import { ENTRIES_MAX } from '@tonarchiv/contract/playlists'
import { playlistFileTooLong } from '@tonarchiv/contract/playlist-files'
import { Refused } from '#platform/refused.ts'

/**
 * A name by which an entry may be found in the archive. Without an artist it finds a track only if no other track has
 * the same title.
 */
export interface SongName {
  title: string
  artist?: string | undefined
  album?: string | undefined
}

/** One entry of a playlist file. */
export interface FileEntry {
  /** The number of the line or of the track in the file, from 1. */
  line: number
  /** The text of the entry in the file. */
  text: string
  /** The id or file name in a link to a track of an archive. */
  linked?: string | undefined
  /** The possible names of the entry, the most specific first. */
  names: readonly SongName[]
}

/** The data of a playlist file that an import uses. */
export interface PlaylistFile {
  title: string
  description: string
  entries: readonly FileEntry[]
}

/** One entry of an exported playlist. */
export interface ExportedEntry {
  title: string
  artist: string
  album: string
  durationSeconds: number
  /** The URL of the track in the archive. Undefined for a track that was deleted. */
  link: string | undefined
}

export interface ExportedPlaylist {
  title: string
  description: string
  entries: readonly ExportedEntry[]
}

/** Maximum length of a text. Longer texts are cut before they are processed. */
const TEXT_MAX = 1000
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** Converts a text of a file to one line without control characters, of limited length and with well-formed Unicode. */
export function lineText(text: string): string {
  return text.slice(0, TEXT_MAX).toWellFormed().replaceAll(CONTROLS, ' ').trim()
}

/**
 * Rejects a file with too many entries.
 * @throws Refused `playlistFileTooLong`
 */
export function refuseTooMany(count: number): void {
  if (count > ENTRIES_MAX) throw new Refused(playlistFileTooLong)
}
