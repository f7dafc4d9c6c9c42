import { type Album, UNKNOWN } from '@tonarchiv/contract/archive'
import type { AlbumRow } from './find-albums.ts'
import { readTrackList } from './track-list.ts'

type AlbumFacts = Omit<AlbumRow, 'version' | 'place'>

/** An album as the wire names it. */
export function toWire(row: AlbumFacts): Album {
  return { ...headToWire(row), tracks: readTrackList(row.trackList) }
}

/** The same as JSON, with the tracks as they stand in the row: a page is mostly tracks, and they need not be read. */
export function toWireJson(row: AlbumFacts): string {
  return `${JSON.stringify(headToWire(row)).slice(0, -1)},"tracks":${row.trackList}}`
}

function headToWire(row: AlbumFacts): Omit<Album, 'tracks'> {
  return {
    albumId: row.id,
    albumTitel: row.title,
    albumCover: coverAddressOf(row.coverName),
    releaseJahr: row.releaseYear ?? UNKNOWN,
    type: row.type,
    isExclusive: row.isExclusive === 1,
    createdAt: row.createdAt,
  }
}

export function coverAddressOf(coverName: string | null): string {
  return coverName === null ? UNKNOWN : `/api/cover/${coverName}`
}
