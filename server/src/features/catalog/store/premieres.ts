import type { Insertable, Selectable } from 'kysely'
import type { Database } from '#database/open.ts'
import { type Executor, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import { searchIndexOf } from '../search/search-index.ts'
import { type AlbumRow, albumColumns } from './album-rows.ts'
import { countPlayable } from './archive-state.ts'
import { indexEntryOf } from './index-entry.ts'
import { countAlbums } from './totals.ts'
import { tracksOf } from './tracks.ts'

type Kind = Database['kind']

/** The premiere of an album. The album is closed while `openedAt` is null. */
export type PremiereRow = Selectable<Schema['premieres']>

/** A closed album with its premiere. */
export type ClosedAlbum = AlbumRow & Pick<PremiereRow, 'opensAt' | 'isCovered'> & { playableTracks: number }

const selectOfAlbum = prepared<{ albumId: string }, PremiereRow>((db, slot) =>
  db.selectFrom('premieres').selectAll().where('albumId', '=', slot('albumId')),
)
const selectNext = prepared<Record<string, never>, { opensAt: string | null }>((db) =>
  db
    .selectFrom('premieres')
    .select('opensAt')
    .where('openedAt', 'is', null)
    .where('opensAt', 'is not', null)
    .orderBy('opensAt')
    .limit(1),
)

export async function premiereOf(db: Executor, albumId: string): Promise<PremiereRow | undefined> {
  const [row] = await selectOfAlbum(db, { albumId })
  return row
}

/** Whether only admins may see the album now. */
export async function isClosed(db: Executor, albumId: string): Promise<boolean> {
  const premiere = await premiereOf(db, albumId)
  return premiere !== undefined && premiere.openedAt === null
}

/** The time of the next premiere; undefined when there is none. */
export async function nextOpening(db: Executor): Promise<string | undefined> {
  const [row] = await selectNext(db, {})
  return row?.opensAt ?? undefined
}

function selectClosed(db: Executor) {
  return db
    .selectFrom('premieres')
    .innerJoin('albums', 'albums.id', 'premieres.albumId')
    .select([...albumColumns, 'albums.playableTracks', 'premieres.opensAt', 'premieres.isCovered'])
    .where('premieres.openedAt', 'is', null)
}

const selectAnnounced = prepared<{ limit: number }, ClosedAlbum>((db, slot) =>
  selectClosed(db)
    .where('premieres.opensAt', 'is not', null)
    .orderBy('premieres.opensAt')
    .orderBy('albums.id')
    .limit(slot('limit')),
)

/** The closed albums whose premiere is due at this time. */
export async function dueAlbums(db: Executor, at: string): Promise<ClosedAlbum[]> {
  return selectClosed(db)
    .where('premieres.opensAt', '<=', at)
    .orderBy('premieres.opensAt')
    .orderBy('albums.id')
    .execute()
}

/** All closed albums: first those whose premiere has a time, in the order of these times, then the others. */
export async function closedAlbums(db: Executor, limit: number): Promise<ClosedAlbum[]> {
  return selectClosed(db)
    .orderBy((eb) => eb.case().when('premieres.opensAt', 'is', null).then(1).else(0).end())
    .orderBy('premieres.opensAt')
    .orderBy('albums.id')
    .limit(limit)
    .execute()
}

/** The closed albums whose premiere has a time, in the order of these times. */
export async function announcedAlbums(db: Executor, limit: number): Promise<ClosedAlbum[]> {
  return selectAnnounced(db, { limit })
}

/** An album with its premiere, open or closed. */
export type AlbumWithPremiere = AlbumRow & Pick<PremiereRow, 'opensAt' | 'isCovered' | 'openedAt'>

function selectWithPremiere(db: Executor) {
  return db
    .selectFrom('premieres')
    .innerJoin('albums', 'albums.id', 'premieres.albumId')
    .select([...albumColumns, 'premieres.opensAt', 'premieres.isCovered', 'premieres.openedAt'])
}

const selectAlbumWithPremiere = prepared<{ albumId: string }, AlbumWithPremiere>((db, slot) =>
  selectWithPremiere(db).where('premieres.albumId', '=', slot('albumId')),
)
const selectLatest = prepared<{ after: string; limit: number }, AlbumWithPremiere>((db, slot) =>
  selectWithPremiere(db)
    .where('premieres.openedAt', '>', slot('after'))
    .orderBy('premieres.openedAt', 'desc')
    .orderBy('albums.id')
    .limit(slot('limit')),
)

/**
 * Finds an album with its premiere. Of a closed album, members may see the title, the time of the premiere and, unless
 * it is hidden, the cover. The caller must leave out the rest.
 */
export async function albumWithPremiere(
  db: Executor,
  albumId: string,
): Promise<AlbumWithPremiere | undefined> {
  const [album] = await selectAlbumWithPremiere(db, { albumId })
  return album
}

/** Like `albumWithPremiere`, for several albums; those without a premiere are left out. */
export async function albumsWithPremieres(
  db: Executor,
  albumIds: readonly string[],
): Promise<AlbumWithPremiere[]> {
  if (albumIds.length === 0) return []
  return selectWithPremiere(db)
    .where('premieres.albumId', 'in', [...albumIds])
    .execute()
}

/** The albums whose premiere began after this time, the latest first. */
export async function latestPremieres(
  db: Executor,
  after: string,
  limit: number,
): Promise<AlbumWithPremiere[]> {
  return selectLatest(db, { after, limit })
}

/** Stores the premiere of an album. Columns that are missing in `row` stay as they are. */
export async function savePremiere(trx: Executor, row: Insertable<Schema['premieres']>): Promise<void> {
  await trx
    .insertInto('premieres')
    .values(row)
    .onConflict((conflict) => conflict.column('albumId').doUpdateSet(row))
    .execute()
}

type CountedAlbum = AlbumRow & { playableTracks: number }

/** Removes an album that was closed from the search index and the counters. */
export async function removeFromLists(trx: Executor, kind: Kind, album: CountedAlbum): Promise<void> {
  await searchIndexOf(kind).remove(trx, album.place)
  await countAlbums(trx, album, -1)
  await countPlayable(trx, -album.playableTracks)
}

/** Adds an album that was opened to the search index and the counters. */
export async function addToLists(trx: Executor, kind: Kind, album: CountedAlbum): Promise<void> {
  await searchIndexOf(kind).add(trx, [indexEntryOf(album, await tracksOf(trx, album.id))])
  await countAlbums(trx, album, 1)
  await countPlayable(trx, album.playableTracks)
}
