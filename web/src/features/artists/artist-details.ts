import type { Artist } from '@tonarchiv/contract/artists'
import { UNKNOWN, type Album, type AlbumType, type ArtistLink } from '@tonarchiv/contract/catalog'
import { formatNumber } from '#format.ts'

/** Maximum number of companions that are shown: artists who share tracks with this one. */
const COMPANIONS = 3

/** The sections of the page: a heading and the album types that are listed below it, in this order. */
const SECTIONS: readonly (readonly [title: string, types: readonly AlbumType[]])[] = [
  ['Alben', ['album']],
  ['EPs und Singles', ['ep', 'single']],
  ['Features', ['feature']],
  ['Unreleased', ['unreleased']],
  ['Loosies', ['loosies']],
]

/** The artist's albums in the sections of the page. Sections without albums are left out. */
export function sectionsOf(albums: readonly Album[]): { title: string; albums: Album[] }[] {
  return SECTIONS.map(([title, types]) => ({
    title,
    albums: albums.filter(({ type }) => types.includes(type)),
  })).filter((section) => section.albums.length > 0)
}

const COUNTED: readonly (readonly [AlbumType, one: string, many: string])[] = [
  ['album', 'Album', 'Alben'],
  ['ep', 'EP', 'EPs'],
  ['single', 'Single', 'Singles'],
]

/** For example `9 Alben, 4 EPs, 12 Singles · 118 Titel`. */
export function summaryOf({ own, tracks }: Pick<Artist, 'own' | 'tracks'>): string {
  const counts = COUNTED.flatMap(([type, one, many]) => {
    const count = own.albums.filter((album) => album.type === type).length
    return count === 0 ? [] : `${formatNumber(count)} ${count === 1 ? one : many}`
  })
  const titles = `${formatNumber(tracks)} Titel`
  return counts.length === 0 ? titles : `${counts.join(', ')} · ${titles}`
}

/** The first and the last release year of the albums; undefined when no year is known. */
export function yearsOf(albums: readonly Album[]): { oldest: number; newest: number } | undefined {
  const years = albums.flatMap(({ releaseJahr }) => (releaseJahr === UNKNOWN ? [] : releaseJahr))
  if (years.length === 0) return undefined
  return { oldest: Math.min(...years), newest: Math.max(...years) }
}

/** Another artist, how many tracks both artists share, and the cover of one of these tracks. */
export interface Companion extends ArtistLink {
  tracks: number
  cover: string
}

/** The artists with whom this artist shares most tracks. */
export function companionsOf({ id, own, appearances }: Artist): Companion[] {
  const found = new Map<string, Companion>()
  for (const album of [...own.albums, ...appearances.albums])
    for (const { artists = album.artists ?? [], features = [] } of album.tracks) {
      const credited = [...artists, ...features]
      if (!credited.some((one) => one.id === id)) continue
      for (const other of credited) {
        if (other.id === id) continue
        const { tracks, cover } = found.get(other.id) ?? { tracks: 0, cover: album.albumCover }
        found.set(other.id, { ...other, tracks: tracks + 1, cover })
      }
    }
  return [...found.values()].sort((a, b) => b.tracks - a.tracks).slice(0, COMPANIONS)
}

/** The artist with all albums. Further pages are read until a page contains no further albums. */
export async function withAll(first: Artist, read: (offset: number) => Promise<Artist>): Promise<Artist> {
  const { own, appearances } = first
  const ownAlbums = [...own.albums]
  const others = [...appearances.albums]
  while (ownAlbums.length < own.total || others.length < appearances.total) {
    const offset = Math.max(ownAlbums.length, others.length)
    const next = await read(offset)
    if (next.own.albums.length + next.appearances.albums.length === 0) break
    ownAlbums.push(...next.own.albums)
    others.push(...next.appearances.albums)
  }
  return { ...first, own: { ...own, albums: ownAlbums }, appearances: { ...appearances, albums: others } }
}
