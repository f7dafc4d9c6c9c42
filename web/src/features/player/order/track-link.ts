import type { Album } from '@tonarchiv/contract/catalog'
import Link from 'lucide-react/icons/link'
import { albumFromUrl, albumPath } from '#features/catalog/index.ts'
import { showToast } from '#ui/dom/toast.ts'
import type { Track } from '#features/tracks/index.ts'
import type { PlaySource } from './play-order.ts'

/** The path that leads to a track in the archive; undefined for one without a file. See docs/product.md §6.6. */
export function trackPath({ file }: Pick<Track, 'file'>): string | undefined {
  return file === undefined ? undefined : `/archive?track=${encodeURIComponent(file)}`
}

/** The path that leads to the album of a track. */
export function pathOfAlbum({ album, file }: Pick<Track, 'album' | 'file'>): string {
  const named = { albumId: '', albumTitel: album }
  // The title cannot be used in a path, and a track has no other reference to its album.
  if (albumFromUrl(named) === '') return trackPath({ file }) ?? '/archive'
  return albumPath(named)
}

/** An album as the source of the current list. */
export function sourceOfAlbum(album: Album): PlaySource {
  return { title: album.albumTitel, path: albumPath(album) }
}

/** The URL that opens a track in the archive; undefined for one without a file. See docs/product.md §6.6. */
export function linkTo(track: Pick<Track, 'file'>, origin: string): string | undefined {
  const path = trackPath(track)
  return path === undefined ? undefined : `${origin}${path}`
}

export async function copyLink(track: Track): Promise<void> {
  const link = linkTo(track, location.origin)
  if (link !== undefined) await copyUrl(link)
}

/** Copies a URL to the clipboard and shows a message about success or failure. */
export async function copyUrl(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    showToast('Link kopiert!', { icon: Link })
  } catch {
    // Browsers reject it on insecure origins and when the user has blocked it.
    showToast('Der Link konnte nicht kopiert werden', { kind: 'error' })
  }
}
