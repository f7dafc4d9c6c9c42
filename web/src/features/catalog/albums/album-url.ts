import type { Album } from '@tonarchiv/contract/catalog'

/** Maximum number of characters of an encoded title in a URL. The complete URL then stays below the server's limit. */
const LONGEST = 1500

type Named = Pick<Album, 'albumId' | 'albumTitel'>

/**
 * How a URL names an album: by its title, or by its id if the title cannot be used. Browsers treat `.` and `..` as
 * relative segments, and a long title of emoji would make the URL too long.
 */
export function albumFromUrl({ albumId, albumTitel }: Named): string {
  const isFolder = albumTitel === '.' || albumTitel === '..'
  return isFolder || encodeURIComponent(albumTitel).length > LONGEST ? albumId : albumTitel
}

/** The path that opens the album in the archive. */
export function albumPath(album: Named): string {
  return `/archive?${new URLSearchParams({ album: albumFromUrl(album) })}`
}

/** The path of the page on which admins edit an album. */
export function editAlbumPath(idOrTitle: string): string {
  return `/admin/albums/${encodeURIComponent(idOrTitle)}`
}

/** The path of the page on which admins edit the lyrics of a track. */
export function editLyricsPath(idOrTitle: string, trackId: string): string {
  return `${editAlbumPath(idOrTitle)}/lyrics/${encodeURIComponent(trackId)}`
}

/** Whether this text, which comes from a URL, names the album. */
export function isNamed({ albumId, albumTitel }: Named, word: string): boolean {
  return albumTitel === word || albumId === word
}
