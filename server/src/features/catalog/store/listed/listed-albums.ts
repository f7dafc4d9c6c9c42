import type { AlbumType } from '@tonarchiv/contract/catalog'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import { artistsOfAlbums, type NamedArtist } from '../named-artists.ts'
import { genresOfAlbums } from './named.ts'

/** An album with the data that apps of other makers show in a list. */
export interface ListedAlbum {
  id: string
  title: string
  type: AlbumType
  releaseYear: number | null
  coverName: string | null
  createdAt: string
  /** The names of the artists as one text; null without artists. */
  artistName: string | null
  artists: readonly NamedArtist[]
  genres: readonly string[]
  /** Number of playable tracks. `durationSeconds` is the sum of their durations. */
  playableTracks: number
  durationSeconds: number
}

const selectByIds = prepared<{ ids: readonly string[] }, Omit<ListedAlbum, 'artists' | 'genres'>>(
  (db, slot) =>
    db
      .selectFrom('openAlbums as albums')
      .select([
        'albums.id',
        'albums.title',
        'albums.type',
        'albums.releaseYear',
        'albums.coverName',
        'albums.createdAt',
        'albums.artistName',
        'albums.playableTracks',
      ])
      .select((eb) =>
        eb.fn
          .coalesce(
            eb
              .selectFrom('openTracks as tracks')
              .select((inner) => inner.fn.sum<number>('durationSeconds').as('seconds'))
              .whereRef('tracks.albumId', '=', 'albums.id')
              .where('tracks.fileName', 'is not', null)
              // `plainTitle` is empty for a track whose title contains `MISSING_MARK`. Such a track is not playable.
              .where('tracks.plainTitle', '<>', ''),
            eb.val(0),
          )
          .as('durationSeconds'),
      )
      .where(isOneOf(db, 'albums.id', slot('ids'))),
)

/** Albums by their ids, in a few queries. */
export async function listedAlbums(
  db: Executor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ListedAlbum>> {
  const rows = ids.length === 0 ? [] : await selectByIds(db, { ids })
  const artists = await artistsOfAlbums(db, ids)
  const genres = await genresOfAlbums(db, ids)
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, artists: artists.get(row.id) ?? [], genres: genres.get(row.id) ?? [] },
    ]),
  )
}
