import type { Executor } from '#database/prepared.ts'

/** The columns of an album from which the lists of all albums and artists are built. */
export interface DirectoryAlbum {
  id: string
  title: string
  place: number
  sortTitle: string
  sortYear: string
  coverName: string | null
  artistName: string | null
  playableTracks: number
}

/** An artist of an album. */
export interface DirectoryCredit {
  albumId: string
  artistId: string
  name: string
  sortName: string
  sortKey: string
}

/** A genre with the number of its albums, and of their playable tracks. */
export interface GenreCount {
  name: string
  albums: number
  songs: number
}

/** All albums in the order of the archive. */
export async function directoryAlbums(db: Executor): Promise<DirectoryAlbum[]> {
  return db
    .selectFrom('openAlbums as albums')
    .select(['id', 'title', 'place', 'sortTitle', 'sortYear', 'coverName', 'artistName', 'playableTracks'])
    .orderBy('place')
    .execute()
}

/** The ids of all albums by title. The database sorts them, so that the order is that of the web app's pages. */
export async function albumIdsByTitle(db: Executor): Promise<string[]> {
  const rows = await db.selectFrom('openAlbums as albums').select('id').orderBy('sortTitle').execute()
  return rows.map(({ id }) => id)
}

/** The artists of all albums; those of one album are in their order. */
export async function directoryCredits(db: Executor): Promise<DirectoryCredit[]> {
  return db
    .selectFrom('albumArtists')
    .innerJoin('openAlbums', 'openAlbums.id', 'albumArtists.albumId')
    .innerJoin('artists', 'artists.id', 'albumArtists.artistId')
    .select([
      'albumArtists.albumId',
      'albumArtists.artistId',
      'artists.name',
      'artists.sortName',
      'artists.sortKey',
    ])
    .orderBy('albumArtists.position')
    .execute()
}

/** All genres, by name. */
export async function genreCounts(db: Executor): Promise<GenreCount[]> {
  const rows = await db
    .selectFrom('albumGenres')
    .innerJoin('openAlbums as albums', 'albums.id', 'albumGenres.albumId')
    .select((eb) => [
      'albumGenres.name',
      eb.fn.countAll<number>().as('albums'),
      eb.fn.sum<number | string>('albums.playableTracks').as('songs'),
    ])
    .groupBy('albumGenres.name')
    .execute()
  return rows
    .map(({ name, albums, songs }) => ({ name, albums, songs: Number(songs) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
