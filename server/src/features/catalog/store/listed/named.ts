import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import type { ArtistRole } from '../artists.ts'
import type { NamedArtist } from '../named-artists.ts'

const selectTrackArtists = prepared<
  { ids: readonly string[] },
  NamedArtist & { trackId: string; role: ArtistRole }
>((db, slot) =>
  db
    .selectFrom('trackArtists')
    .innerJoin('artists', 'artists.id', 'trackArtists.artistId')
    .select(['trackArtists.trackId', 'trackArtists.role', 'artists.id', 'artists.name'])
    .where(isOneOf(db, 'trackArtists.trackId', slot('ids')))
    .orderBy('trackArtists.position'),
)
const selectGenres = prepared<{ ids: readonly string[] }, { albumId: string; name: string }>((db, slot) =>
  db
    .selectFrom('albumGenres')
    .select(['albumId', 'name'])
    .where(isOneOf(db, 'albumId', slot('ids')))
    .orderBy('position'),
)

/** The artists of tracks, by the ids of the tracks. Artists of the album are not included. */
export async function artistsOfTracks(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, readonly (NamedArtist & { role: ArtistRole })[]>> {
  return Map.groupBy(ids.length === 0 ? [] : await selectTrackArtists(db, { ids }), ({ trackId }) => trackId)
}

/** The genres of albums, by the ids of the albums. */
export async function genresOfAlbums(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const rows = ids.length === 0 ? [] : await selectGenres(db, { ids })
  const genres = new Map<string, string[]>()
  for (const { albumId, name } of rows) {
    const its = genres.get(albumId)
    if (its === undefined) genres.set(albumId, [name])
    else its.push(name)
  }
  return genres
}
