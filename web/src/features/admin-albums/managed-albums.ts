import type { ManagedAlbum } from '@tonarchiv/contract/admin'
import type { Album, AlbumTrack } from '@tonarchiv/contract/catalog'
import { foldText } from '@tonarchiv/contract/fold-text'

/** A copy of the list in which one element is moved to another index. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1)
  const [element] = list.slice(from, from + 1)
  return element === undefined ? [...list] : rest.toSpliced(to, 0, element)
}

/** A copy of the tracks in which one track has a new title. */
export function withTitle(
  tracks: readonly AlbumTrack[],
  id: string | undefined,
  title: string,
): AlbumTrack[] {
  const place = tracks.findIndex((track) => track.id === id)
  const track = tracks[place]
  return track ? tracks.with(place, { ...track, title }) : [...tracks]
}

/** Converts an album to an entry of the complete list. */
export function lineOf(album: Album): ManagedAlbum {
  const { albumId, albumTitel, albumCover, releaseJahr, type, isExclusive, tracks } = album
  return { albumId, albumTitel, albumCover, releaseJahr, type, isExclusive, trackCount: tracks.length }
}

/**
 * Albums whose title contains the text, ignoring case and accents, or whose id is in `alsoFound`; in the order of
 * `lines`.
 */
export function matchingAlbums(
  lines: readonly ManagedAlbum[],
  text: string,
  alsoFound: ReadonlySet<string>,
): readonly ManagedAlbum[] {
  const wanted = foldText(text.trim())
  if (wanted === '') return lines
  return lines.filter(
    ({ albumId, albumTitel }) => alsoFound.has(albumId) || foldText(albumTitel).includes(wanted),
  )
}
