import { type Album, UNKNOWN } from '@tonarchiv/contract/catalog'
import type { PageRow } from '../store/find-albums.ts'
import { readTrackList } from '../store/track-list.ts'

type AlbumFacts = Omit<PageRow, 'version' | 'place' | 'key'>

/** An album as the wire names it. */
export function toWire(row: AlbumFacts): Album {
  return { ...headToWire(row), tracks: readTrackList(row.trackList) }
}

/** An album as JSON. Its tracks are JSON already, and are passed on as they stand in the row. */
export function albumJson(row: AlbumFacts & { trackList: string }): string {
  return `${JSON.stringify(headToWire(row)).slice(0, -1)},"tracks":${row.trackList}}`
}

/**
 * Albums as JSON between two other pieces of it, ready to be sent: an answer is mostly tracks, and those are passed on
 * as they stand in the rows.
 */
export function albumsJson(before: string, rows: readonly AlbumFacts[], behind: string): Buffer {
  const parts: Uint8Array[] = []
  let lead = before
  for (const row of rows) {
    parts.push(Buffer.from(`${lead}${JSON.stringify(headToWire(row)).slice(0, -1)},"tracks":`))
    parts.push(typeof row.trackList === 'string' ? Buffer.from(row.trackList) : row.trackList)
    lead = '},'
  }
  parts.push(Buffer.from(rows.length === 0 ? before + behind : `}${behind}`))
  return Buffer.concat(parts)
}

function headToWire(row: Omit<AlbumFacts, 'trackList'>): Omit<Album, 'tracks'> {
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
