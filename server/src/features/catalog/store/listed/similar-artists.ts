import type { Executor } from '#database/prepared.ts'
import type { NamedArtist } from '../named-artists.ts'

/** Maximum number of albums that are compared. These are albums that share a genre with the artist. */
const ALBUMS_MAX = 2000

/** Artists whose albums share a genre with albums of this artist. Artists with the most such albums come first. */
export async function similarArtists(db: Executor, artistId: string, count: number): Promise<NamedArtist[]> {
  const genres = db
    .selectFrom('albumGenres')
    .innerJoin('albumArtists', 'albumArtists.albumId', 'albumGenres.albumId')
    .select('albumGenres.name')
    .where('albumArtists.artistId', '=', artistId)
  const albums = db
    .selectFrom('albumGenres')
    .innerJoin('openAlbums', 'openAlbums.id', 'albumGenres.albumId')
    .select('albumGenres.albumId')
    .where('albumGenres.name', 'in', genres)
    .orderBy('albumGenres.albumId')
    .limit(ALBUMS_MAX)
  return db
    .selectFrom('albumArtists')
    .innerJoin('artists', 'artists.id', 'albumArtists.artistId')
    .select(['artists.id', 'artists.name'])
    .where('albumArtists.albumId', 'in', albums)
    .where('artists.id', '<>', artistId)
    .groupBy(['artists.id', 'artists.name'])
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('artists.id')
    .limit(count)
    .execute()
}
