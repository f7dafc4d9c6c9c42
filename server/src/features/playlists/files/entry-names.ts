import { type SongName } from './playlist-file.ts'

const SEPARATOR = /\s+[-–—]\s+/u
/** More parts of "a - b - c" than a name has. */
const SPLITS_MAX = 4
/** Longest id or file name in a link. */
const LINKED_MAX = 200

/** The address of a track on its own page, which also names it in an exported file. */
export function linkOfTrack(publicUrl: string, id: string): string {
  return `${publicUrl}/archive?track=${encodeURIComponent(id)}`
}

/** The id or file name of the track that a link leads to, whatever the host of the archive was at its export. */
export function trackInLink(text: string): string | undefined {
  if (!/^https?:/i.test(text)) return undefined
  const linked = URL.parse(text)?.searchParams.get('track') ?? ''
  return linked === '' || linked.length > LINKED_MAX ? undefined : linked
}

/** Each way to read "artist - title"; empty without a separator. */
export function splitName(text: string, album?: string): SongName[] {
  const parts = text.split(SEPARATOR)
  return parts.slice(1, SPLITS_MAX + 1).map((_, index) => ({
    artist: parts.slice(0, index + 1).join(' - '),
    title: parts.slice(index + 1).join(' - '),
    album,
  }))
}

/**
 * What the path of a file may name: "Artist - Title" or a title in its last part, with or without the number
 * of the track, and the album in the folder. The path is a text and nothing else: no file is opened.
 */
export function namesInPath(path: string): SongName[] {
  const parts = decoded(path)
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  const base = (parts.pop() ?? '').replace(/\.[a-z0-9]{1,5}$/i, '')
  const album = parts.pop()
  const artist = parts.pop()
  const bases = [base, base.replace(/^(?:\d{1,2}-)?\d{1,3}[\s._-]+(?=\S)/, '')]
  return [...new Set(bases)].flatMap((title) => {
    const ofFolders = artist === undefined ? [] : [{ title, artist, album }]
    return splitName(title, album).concat(ofFolders, { title, album })
  })
}

/** Addresses have encoded letters; in other paths "%" may be a letter of its own. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
