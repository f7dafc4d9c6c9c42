import { notAPlaylistFile } from '@tonarchiv/contract/playlist-files'
import * as z from 'zod/mini'
import { Refused } from '#platform/refused.ts'
import { namesInPath, splitName, trackInLink } from './entry-names.ts'
import {
  type ExportedPlaylist,
  type FileEntry,
  lineText,
  type PlaylistFile,
  refuseTooMany,
} from './playlist-file.ts'

// JSPF is XSPF as JSON, see https://www.xspf.org/jspf. Fields whose type is not the one in the format are ignored.
const Field = z.optional(z.unknown())
const Track = z.object({ title: Field, creator: Field, album: Field, location: Field, identifier: Field })
const Jspf = z.object({
  playlist: z.object({ title: Field, annotation: Field, track: z.array(z.unknown()) }),
})

/** Maximum number of nested levels. JSPF with extensions has fewer. */
const DEEPEST = 16
/** Maximum number of URLs of a track that are read. */
const URIS_MAX = 4

/**
 * Reads a JSPF file.
 * @throws Refused `notAPlaylistFile`, `playlistFileTooLong`
 */
export function readJspf(text: string): PlaylistFile {
  if (isTooDeep(text)) throw new Refused(notAPlaylistFile)
  const { data } = Jspf.safeParse(parsed(text))
  if (data === undefined) throw new Refused(notAPlaylistFile)
  const { title, annotation, track: tracks } = data.playlist
  refuseTooMany(tracks.length)
  return {
    title: textIn(title),
    description: textIn(annotation),
    entries: tracks.map((track, index) => entryOf(index + 1, track)),
  }
}

function textIn(field: unknown): string {
  return typeof field === 'string' ? lineText(field) : ''
}

function addressesIn(field: unknown): string[] {
  return Array.isArray(field) ? field.slice(0, URIS_MAX).map(textIn) : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a JSON text is nested too deeply. It is checked before parsing, because deep nesting takes much memory. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isQuoted = false
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index]
    if (isQuoted && letter === '\\') index += 1
    else if (letter === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (letter === '[' || letter === '{') depth += 1
    else if (letter === ']' || letter === '}') depth -= 1
    if (depth > DEEPEST) return true
  }
  return false
}

function entryOf(line: number, given: unknown): FileEntry {
  const { data } = Track.safeParse(given)
  if (data === undefined) return { line, text: '', names: [] }
  const [title, creator, album] = [textIn(data.title), textIn(data.creator), textIn(data.album)]
  const uris = [...addressesIn(data.identifier), ...addressesIn(data.location)]
  const known = album === '' ? undefined : album
  const named =
    title === ''
      ? []
      : [
          ...(creator === '' ? [] : [{ title, artist: creator, album: known }]),
          ...splitName(title, known),
          ...(creator === '' ? [{ title, album: known }] : []),
        ]
  const linked = uris.map(trackInLink).find((link) => link !== undefined)
  return {
    line,
    text: [creator, title].filter((part) => part !== '').join(' - ') || (uris[0] ?? ''),
    linked,
    names: [...named, ...uris.filter((uri) => trackInLink(uri) === undefined).flatMap(namesInPath)],
  }
}

/** Writes a playlist as JSPF. A track that was deleted has no URL. */
export function jspfOf({ title, description, entries }: ExportedPlaylist): string {
  const track = entries.map((entry) => ({
    ...(entry.link !== undefined && { location: [entry.link], identifier: [entry.link] }),
    title: entry.title,
    creator: entry.artist,
    album: entry.album,
    duration: Math.round(entry.durationSeconds * 1000),
  }))
  const annotation = description === '' ? {} : { annotation: description }
  return JSON.stringify({ playlist: { title, ...annotation, track } }, null, 2)
}
