import { type Executor, isOneOf, prepared } from '#database/prepared.ts'

/** A range of years. Albums in this range are sorted oldest first, or newest first if `isDescending`. */
export interface YearRange {
  from: number
  to: number
  isDescending: boolean
}

interface Page {
  limit: number
  offset: number
}

interface Id {
  id: string
}

const selectOfYears = {
  asc: prepared<Omit<YearRange, 'isDescending'> & Page, Id>((db, slot) =>
    db
      .selectFrom('openAlbums as albums')
      .select('id')
      .where('releaseYear', '>=', slot('from'))
      .where('releaseYear', '<=', slot('to'))
      .orderBy('releaseYear')
      .orderBy('place')
      .limit(slot('limit'))
      .offset(slot('offset')),
  ),
  desc: prepared<Omit<YearRange, 'isDescending'> & Page, Id>((db, slot) =>
    db
      .selectFrom('openAlbums as albums')
      .select('id')
      .where('releaseYear', '>=', slot('from'))
      .where('releaseYear', '<=', slot('to'))
      .orderBy('releaseYear', 'desc')
      .orderBy('place', 'desc')
      .limit(slot('limit'))
      .offset(slot('offset')),
  ),
}

/** The ids of albums that were released in these years. */
export async function albumIdsOfYears(
  db: Executor,
  { isDescending, ...years }: YearRange,
  page: Page,
): Promise<string[]> {
  const rows = await selectOfYears[isDescending ? 'desc' : 'asc'](db, { ...years, ...page })
  return rows.map(({ id }) => id)
}

const selectOfGenre = prepared<{ genre: string } & Page, Id>((db, slot) =>
  db
    .selectFrom('albumGenres')
    .innerJoin('openAlbums', 'openAlbums.id', 'albumGenres.albumId')
    .select('albumGenres.albumId as id')
    .where('albumGenres.name', '=', slot('genre'))
    .orderBy('albumGenres.albumId')
    .limit(slot('limit'))
    .offset(slot('offset')),
)

/** The ids of albums with this genre. */
export async function albumIdsOfGenre(db: Executor, genre: string, page: Page): Promise<string[]> {
  return (await selectOfGenre(db, { genre, ...page })).map(({ id }) => id)
}

const selectSongsOfGenre = prepared<{ genre: string } & Page, Id>((db, slot) =>
  db
    .selectFrom('albumGenres')
    .innerJoin('openTracks as tracks', 'tracks.albumId', 'albumGenres.albumId')
    .select('tracks.id')
    .where('albumGenres.name', '=', slot('genre'))
    .where('tracks.fileName', 'is not', null)
    .where('tracks.plainTitle', '<>', '')
    .orderBy('albumGenres.albumId')
    .orderBy('tracks.position')
    .limit(slot('limit'))
    .offset(slot('offset')),
)

/** The ids of playable tracks on albums with this genre. */
export async function songIdsOfGenre(db: Executor, genre: string, page: Page): Promise<string[]> {
  return (await selectSongsOfGenre(db, { genre, ...page })).map(({ id }) => id)
}

/** An album from which random tracks are drawn, and the number of its playable tracks. */
export interface DrawnFrom {
  id: string
  playableTracks: number
}

/** At most `limit` albums with playable tracks, filtered by genre and years where these are given. */
export async function albumsToDrawFrom(
  db: Executor,
  {
    genre,
    fromYear,
    toYear,
  }: { genre?: string | undefined; fromYear?: number | undefined; toYear?: number | undefined },
  limit: number,
): Promise<DrawnFrom[]> {
  return db
    .selectFrom('openAlbums as albums')
    .select(['albums.id', 'albums.playableTracks'])
    .where('albums.playableTracks', '>', 0)
    .$if(genre !== undefined, (query) =>
      query.where(
        'albums.id',
        'in',
        db
          .selectFrom('albumGenres')
          .select('albumId')
          .where('name', '=', genre ?? ''),
      ),
    )
    .$if(fromYear !== undefined, (query) => query.where('albums.releaseYear', '>=', fromYear ?? 0))
    .$if(toYear !== undefined, (query) => query.where('albums.releaseYear', '<=', toYear ?? 0))
    .limit(limit)
    .execute()
}

const selectPlayable = prepared<{ ids: readonly string[] }, { id: string; albumId: string }>((db, slot) =>
  db
    .selectFrom('openTracks as tracks')
    .select(['id', 'albumId'])
    .where(isOneOf(db, 'albumId', slot('ids')))
    .where('fileName', 'is not', null)
    .where('plainTitle', '<>', '')
    .orderBy('albumId')
    .orderBy('position'),
)

/** The ids of the playable tracks of albums, by the ids of the albums. */
export async function playableIdsOf(
  db: Executor,
  albumIds: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const rows = albumIds.length === 0 ? [] : await selectPlayable(db, { ids: albumIds })
  return new Map(
    [...Map.groupBy(rows, ({ albumId }) => albumId)].map(([album, tracks]) => [
      album,
      tracks.map(({ id }) => id),
    ]),
  )
}

const selectSameGenres = prepared<{ albumIds: readonly string[]; limit: number }, DrawnFrom>((db, slot) =>
  db
    .selectFrom('openAlbums as albums')
    .select(['albums.id', 'albums.playableTracks'])
    .where('albums.playableTracks', '>', 0)
    .where(
      'albums.id',
      'in',
      db
        .selectFrom('albumGenres')
        .select('albumId')
        .where(
          'name',
          'in',
          db
            .selectFrom('albumGenres')
            .select('name')
            .where(isOneOf(db, 'albumId', slot('albumIds'))),
        )
        .limit(slot('limit')),
    ),
)

/**
 * Albums with playable tracks that share a genre with these albums. Those of `albumIds` that have genres are included.
 */
export async function albumsOfSameGenres(
  db: Executor,
  albumIds: readonly string[],
  limit: number,
): Promise<DrawnFrom[]> {
  return albumIds.length === 0 ? [] : selectSameGenres(db, { albumIds, limit })
}
