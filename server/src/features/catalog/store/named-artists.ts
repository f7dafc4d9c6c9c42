import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import type { ArtistRole } from './artists.ts'

/** An artist of an album or track. */
export interface NamedArtist {
  id: string
  name: string
}

/** The artists of albums and of their tracks, in their order. */
export interface NamedArtists {
  ofAlbum(albumId: string): readonly NamedArtist[]
  ofTrack(trackId: string, role: ArtistRole): readonly NamedArtist[]
}

const selectOfAlbums = prepared<{ ids: readonly string[] }, NamedArtist & { albumId: string }>((db, slot) =>
  db
    .selectFrom('albumArtists')
    .innerJoin('artists', 'artists.id', 'albumArtists.artistId')
    .select(['albumArtists.albumId', 'artists.id', 'artists.name'])
    .where(isOneOf(db, 'albumArtists.albumId', slot('ids')))
    .orderBy('albumArtists.position'),
)
const selectOfTracks = prepared<
  { ids: readonly string[] },
  NamedArtist & { trackId: string; role: ArtistRole }
>((db, slot) =>
  db
    .selectFrom('tracks')
    .innerJoin('trackArtists', 'trackArtists.trackId', 'tracks.id')
    .innerJoin('artists', 'artists.id', 'trackArtists.artistId')
    .select(['trackArtists.trackId', 'trackArtists.role', 'artists.id', 'artists.name'])
    .where(isOneOf(db, 'tracks.albumId', slot('ids')))
    .orderBy('trackArtists.position'),
)

/** Reads the artists of albums and of all their tracks. */
export async function namedArtists(db: Executor, albumIds: readonly string[]): Promise<NamedArtists> {
  if (albumIds.length === 0) return NO_ARTISTS
  const albums = await artistsOfAlbums(db, albumIds)
  const tracks = Map.groupBy(await selectOfTracks(db, { ids: albumIds }), keyOf)
  return {
    ofAlbum: (albumId) => albums.get(albumId) ?? [],
    ofTrack: (trackId, role) => tracks.get(keyOf({ trackId, role })) ?? [],
  }
}

/** The artists of albums, by the ids of the albums. */
export async function artistsOfAlbums(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, readonly NamedArtist[]>> {
  return Map.groupBy(ids.length === 0 ? [] : await selectOfAlbums(db, { ids }), ({ albumId }) => albumId)
}

const NO_ARTISTS: NamedArtists = { ofAlbum: () => [], ofTrack: () => [] }

function keyOf({ trackId, role }: { trackId: string; role: ArtistRole }): string {
  return `${role} ${trackId}`
}
