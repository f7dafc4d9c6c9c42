import type { Album } from '@tonarchiv/contract/catalog'

/** Longest encoded title in a URL, in characters. With its path it stays below the server's limit. */
const LONGEST = 1500

type Named = Pick<Album, 'albumId' | 'albumTitel'>

/**
 * The path segment that names an album: its title, or its id where the title cannot be used. Browsers resolve `.` and
 * `..` as relative segments, and a title of many emoji would exceed the longest URL.
 */
export function albumFromUrl({ albumId, albumTitel }: Named): string {
  const isFolder = albumTitel === '.' || albumTitel === '..'
  return isFolder || encodeURIComponent(albumTitel).length > LONGEST ? albumId : albumTitel
}

/** The path that opens the album. */
export function albumPath(album: Named): string {
  return `/archive?${new URLSearchParams({ album: albumFromUrl(album) })}`
}

/** The page on which admins edit an album, by its id or title. */
export function editAlbumPath(idOrTitle: string): string {
  return `/admin/albums/${encodeURIComponent(idOrTitle)}`
}

/** The page on which admins edit the lyrics of a track of this album. */
export function editLyricsPath(idOrTitle: string, trackId: string): string {
  return `${editAlbumPath(idOrTitle)}/lyrics/${encodeURIComponent(trackId)}`
}

/** Whether this path segment names the album. */
export function isNamed({ albumId, albumTitel }: Named, word: string): boolean {
  return albumTitel === word || albumId === word
}
