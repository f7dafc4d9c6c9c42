import { ENTRIES_MAX } from '@tonarchiv/contract/playlists'
import { playlistFileTooLong } from '@tonarchiv/contract/playlist-files'
import { Refused } from '#platform/refused.ts'
import { namesInPath, splitName, trackInLink } from './entry-names.ts'
import {
  type ExportedPlaylist,
  type FileEntry,
  lineText,
  type PlaylistFile,
  refuseTooMany,
  type SongName,
} from './playlist-file.ts'

/** The names of an entry, which directives in the lines before its location contain. */
interface Announced {
  name: string
  artist: string
  album: string
}

/** Maximum number of lines; a playlist with all its directives and comments has fewer. */
const LINES_MAX = 10 * ENTRIES_MAX

const NOTHING: Announced = { name: '', artist: '', album: '' }

/**
 * Reads an M3U file, plain or extended.
 * @throws Refused `playlistFileTooLong`
 */
export function readM3u(text: string): PlaylistFile {
  const entries: FileEntry[] = []
  let title = ''
  let announced = NOTHING
  let line = 0
  for (const raw of linesOf(text)) {
    line += 1
    if (line > LINES_MAX) throw new Refused(playlistFileTooLong)
    const content = lineText(raw)
    if (content === '') continue
    if (!content.startsWith('#')) {
      refuseTooMany(entries.length + 1)
      entries.push(entryOf(line, content, announced))
      announced = NOTHING
      continue
    }
    const [, directive = '', value = ''] = /^#(EXTINF|EXTART|EXTALB|PLAYLIST):\s*(.*)$/i.exec(content) ?? []
    switch (directive.toUpperCase()) {
      case 'EXTINF':
        announced = { ...announced, name: nameIn(value) }
        break
      case 'EXTART':
        announced = { ...announced, artist: value }
        break
      case 'EXTALB':
        announced = { ...announced, album: value }
        break
      case 'PLAYLIST':
        title = value
    }
  }
  return { title, description: '', entries }
}

/** Splits a text into lines, with the line ends of any system. */
function* linesOf(text: string): Generator<string> {
  const end = /\r\n|\n|\r/g
  let start = 0
  for (let found = end.exec(text); found !== null; found = end.exec(text)) {
    yield text.slice(start, found.index)
    start = end.lastIndex
  }
  yield text.slice(start)
}

/**
 * The name in a directive. It follows the duration, and attributes such as `tvg-name="a, b"` that some programs write.
 */
function nameIn(value: string): string {
  const comma = value.indexOf(',')
  const isBehindAttributes = value.slice(0, comma).includes('"')
  const behind = isBehindAttributes ? value.indexOf(',', value.lastIndexOf('"')) : comma
  return behind === -1 ? '' : value.slice(behind + 1).trim()
}

function entryOf(line: number, content: string, { name, artist, album }: Announced): FileEntry {
  const known = album === '' ? undefined : album
  const announced: SongName[] = [
    ...(artist === '' || name === '' ? [] : [{ title: name, artist, album: known }]),
    ...splitName(name, known),
    ...(name === '' ? [] : [{ title: name, album: known }]),
  ]
  const linked = trackInLink(content)
  return {
    line,
    // For a link the name is shown instead, because it is easier to recognise.
    text: linked !== undefined && name !== '' ? name : content,
    linked,
    names: [...announced, ...(linked === undefined ? namesInPath(content) : [])],
  }
}

/** Writes a playlist as M3U8. A track that was deleted becomes a comment, because it has no file to play. */
export function m3uOf({ title, entries }: ExportedPlaylist): string {
  const lines = entries.flatMap((entry) => {
    const name = lineText(`${entry.artist} - ${entry.title}`)
    if (entry.link === undefined) return [`# Nicht mehr im Archiv: ${name}`]
    return [
      `#EXTINF:${Math.round(entry.durationSeconds)},${name}`,
      `#EXTALB:${lineText(entry.album)}`,
      entry.link,
    ]
  })
  return ['#EXTM3U', '#EXTENC:UTF-8', `#PLAYLIST:${lineText(title)}`, ...lines, ''].join('\n')
}
