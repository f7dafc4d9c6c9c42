import { ENTRIES_MAX } from '@tonarchiv/contract/playlists'
import { playlistFileTooLong } from '@tonarchiv/contract/playlist-files'
import { Refused } from '#platform/refused.ts'

/** Names by which an entry may be found in the archive. Without an artist, only one track may have the title. */
export interface SongName {
  title: string
  artist?: string | undefined
  album?: string | undefined
}

/** One entry of a playlist file. */
export interface FileEntry {
  /** Number of its line, or of its track, from 1. */
  line: number
  /** The text by which the file names the entry. */
  text: string
  /** The id or file name in a link to a track of an archive. */
  linked?: string | undefined
  /** The most specific names first. */
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
  /** Undefined for a track that is gone. */
  link: string | undefined
}

export interface ExportedPlaylist {
  title: string
  description: string
  entries: readonly ExportedEntry[]
}

/** Texts are cut to this length before they are processed. */
const TEXT_MAX = 1000
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** A text of a file on one line, without control characters, bounded and well-formed. */
export function lineText(text: string): string {
  return text.slice(0, TEXT_MAX).toWellFormed().replaceAll(CONTROLS, ' ').trim()
}

/** @throws Refused `playlistFileTooLong` */
export function refuseTooMany(count: number): void {
  if (count > ENTRIES_MAX) throw new Refused(playlistFileTooLong)
}
