import type { Album } from '@tonarchiv/contract/catalog'

/** Characters of a title in an address; with its path it stays below what the server takes. */
const LONGEST = 1500

type Named = Pick<Album, 'albumId' | 'albumTitel'>

/**
 * The word for an album in an address: its title, or its id where the title cannot stand there. Browsers take `.`
 * and `..` for folders, and two hundred emoji are longer than an address may be.
 */
export function albumFromUrl({ albumId, albumTitel }: Named): string {
  const isFolder = albumTitel === '.' || albumTitel === '..'
  return isFolder || encodeURIComponent(albumTitel).length > LONGEST ? albumId : albumTitel
}

/** The path under which the album stands open. */
export function albumPath(album: Named): string {
  return `/archive?${new URLSearchParams({ album: albumFromUrl(album) })}`
}

/** Whether this word of an address means the album. */
export function isNamed({ albumId, albumTitel }: Named, word: string): boolean {
  return albumTitel === word || albumId === word
}
