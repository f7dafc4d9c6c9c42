import type { SongName } from './playlist-file.ts'

const SEPARATOR = /\s+[-–—]\s+/u
/** Maximum number of ways in which a text such as "a - b - c" is split into artist and title. */
const SPLITS_MAX = 4
/** Maximum number of characters of an id or a file name in a link. */
const LINKED_MAX = 200

/** The URL that opens a track in the web app. Exported files identify a track by this URL. */
export function linkOfTrack(publicUrl: string, id: string): string {
  return `${publicUrl}/archive?track=${encodeURIComponent(id)}`
}

/**
 * The id or the file name of the track in a link. The host of the link is ignored, because the archive may have had
 * another host at the time of the export.
 */
export function trackInLink(text: string): string | undefined {
  if (!/^https?:/i.test(text)) return undefined
  const linked = URL.parse(text)?.searchParams.get('track') ?? ''
  return linked === '' || linked.length > LINKED_MAX ? undefined : linked
}

/** All ways to split a text into artist and title. Empty when the text has no separator. */
export function splitName(text: string, album?: string): SongName[] {
  const parts = text.split(SEPARATOR)
  return parts.slice(1, SPLITS_MAX + 1).map((_, index) => ({
    artist: parts.slice(0, index + 1).join(' - '),
    title: parts.slice(index + 1).join(' - '),
    album,
  }))
}

/**
 * The names that a path may contain. The last part is "Artist - Title" or a title, with or without a track number. The
 * folder may be the album. The path is only parsed; no file is opened.
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

/** Decodes URLs. Other paths may contain a plain "%" and are then returned unchanged. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
