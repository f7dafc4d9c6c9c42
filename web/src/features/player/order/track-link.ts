import type { Album } from '@tonarchiv/contract/catalog'
import Link from 'lucide-react/icons/link'
import { albumFromUrl, albumPath } from '#features/catalog/index.ts'
import { copyToClipboard } from '#ui/dom/copy-to-clipboard.ts'
import type { Track } from '#features/tracks/index.ts'
import type { PlaySource } from './play-order.ts'

/** The path of the archive page with this track; undefined for a track without a file. See docs/product.md §6.6. */
export function trackPath({ file }: Pick<Track, 'file'>): string | undefined {
  return file === undefined ? undefined : `/archive?track=${encodeURIComponent(file)}`
}

/** The path of the page of a track's album. */
export function pathOfAlbum({ album, file }: Pick<Track, 'album' | 'file'>): string {
  const named = { albumId: '', albumTitel: album }
  // The album's title cannot be used in a path, and the track has no id of its album: the path to the track is used
  // instead.
  if (albumFromUrl(named) === '') return trackPath({ file }) ?? '/archive'
  return albumPath(named)
}

/** Names an album as the source of the list that is played. */
export function sourceOfAlbum(album: Album): PlaySource {
  return { title: album.albumTitel, path: albumPath(album) }
}

/**
 * The complete URL that opens a track in the archive; undefined for a track without a file. See docs/product.md §6.6.
 */
export function linkTo(track: Pick<Track, 'file'>, origin: string): string | undefined {
  const path = trackPath(track)
  return path === undefined ? undefined : `${origin}${path}`
}

export async function copyLink(track: Track): Promise<void> {
  const link = linkTo(track, location.origin)
  if (link !== undefined) await copyUrl(link)
}

/** Copies a URL to the clipboard, and shows a toast that says whether that has succeeded. */
export async function copyUrl(address: string): Promise<void> {
  const texts = { copied: 'Link kopiert!', failed: 'Der Link konnte nicht kopiert werden' }
  await copyToClipboard(address, texts, { icon: Link })
}
