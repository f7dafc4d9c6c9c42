import { type Insertable, type Selectable, sql, SqliteAdapter } from 'kysely'
import { insertRows } from '#database/insert-rows.ts'
import { type Executor, isOneOf } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

export type EntryRow = Selectable<Schema['playlistEntries']>

/** The position of an entry. */
export interface Position {
  sortKey: number
  id: string
}

function entriesOf(db: Executor, playlistId: string) {
  return db.selectFrom('playlistEntries').where('playlistId', '=', playlistId)
}

/** The entries of a playlist after a position, in order. */
export async function listEntries(
  db: Executor,
  playlistId: string,
  limit: number,
  { sortKey, id }: Position = { sortKey: -1, id: '' },
): Promise<EntryRow[]> {
  return entriesOf(db, playlistId)
    .selectAll()
    .where('removedAt', 'is', null)
    .where((eb) =>
      eb.or([eb('sortKey', '>', sortKey), eb.and([eb('sortKey', '=', sortKey), eb('id', '>', id)])]),
    )
    .orderBy('sortKey')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The ids of the tracks of a playlist in order. Entries whose track was deleted are omitted. */
export async function listTrackIds(db: Executor, playlistId: string): Promise<string[]> {
  const rows = await entriesOf(db, playlistId)
    .select('trackId')
    .where('removedAt', 'is', null)
    .orderBy('sortKey')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ trackId }) => trackId ?? [])
}

/** The entries of a playlist in order, each with the file of its track. Entries whose track was deleted are omitted. */
export async function listFiles(
  db: Executor,
  playlistId: string,
): Promise<{ id: string; trackId: string; fileName: string | null; title: string }[]> {
  return db
    .selectFrom('playlistEntries')
    .innerJoin('openTracks as tracks', 'tracks.id', 'playlistEntries.trackId')
    .select(['playlistEntries.id', 'tracks.id as trackId', 'tracks.fileName', 'tracks.title'])
    .where('playlistEntries.playlistId', '=', playlistId)
    .where('playlistEntries.removedAt', 'is', null)
    .orderBy('playlistEntries.sortKey')
    .orderBy('playlistEntries.id')
    .execute()
}

/** Entries that were inserted, moved, removed or restored since a revision. */
export async function listChanged(db: Executor, playlistId: string, since: number): Promise<EntryRow[]> {
  return entriesOf(db, playlistId).selectAll().where('revision', '>', since).orderBy('revision').execute()
}

/** Finds entries of a playlist by their ids, even removed ones. Ids of entries of other playlists are ignored. */
export async function findEntries(
  db: Executor,
  playlistId: string,
  ids: readonly string[],
): Promise<Map<string, EntryRow>> {
  const rows = await entriesOf(db, playlistId)
    .selectAll()
    .where(isOneOf(db, 'id', sql`${ids}`))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * The sort key of the entry that follows `behind`, or of the first entry when `behind` is undefined. Entries in
 * `except` are skipped.
 */
export async function keyBehind(
  db: Executor,
  playlistId: string,
  before: Position | undefined,
  except: readonly string[] = [],
): Promise<number | undefined> {
  const row = await entriesOf(db, playlistId)
    .select('sortKey')
    .where('removedAt', 'is', null)
    .where((eb) => eb.not(isOneOf(db, 'id', sql`${except}`)))
    .$if(before !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('sortKey', '>', before?.sortKey ?? 0),
          eb.and([eb('sortKey', '=', before?.sortKey ?? 0), eb('id', '>', before?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('sortKey')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.sortKey
}

/** The last entry of a playlist; undefined while it has none. */
export async function lastPosition(db: Executor, playlistId: string): Promise<Position | undefined> {
  return entriesOf(db, playlistId)
    .select(['id', 'sortKey'])
    .where('removedAt', 'is', null)
    .orderBy('sortKey', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The positions of all entries of a playlist, in order. */
export async function allPositions(db: Executor, playlistId: string): Promise<Position[]> {
  return entriesOf(db, playlistId)
    .select(['id', 'sortKey'])
    .where('removedAt', 'is', null)
    .orderBy('sortKey')
    .orderBy('id')
    .execute()
}

/** The number of entries and their total duration in seconds. A track that was deleted adds no duration. */
export async function totalsOf(
  db: Executor,
  playlistId: string,
): Promise<{ entryCount: number; durationSeconds: number }> {
  const { entryCount, durationSeconds } = await entriesOf(db, playlistId)
    .where('removedAt', 'is', null)
    .select((eb) => [
      eb.fn.countAll<number>().as('entryCount'),
      eb.fn
        .sum<number | null>(eb.case().when('trackId', 'is not', null).then(eb.ref('durationSeconds')).end())
        .as('durationSeconds'),
    ])
    .executeTakeFirstOrThrow()
  return { entryCount, durationSeconds: durationSeconds ?? 0 }
}

/** Inserts entries. @throws a missing reference when a track was deleted in the meantime */
export const insertEntries = insertRows<Insertable<Schema['playlistEntries']> & EntryRow>(
  'playlist_entries',
  {
    id: 'text',
    playlistId: 'text',
    sortKey: 'bigint',
    trackId: 'text',
    title: 'text',
    album: 'text',
    durationSeconds: 'double precision',
    addedBy: 'text',
    addedAt: 'text',
    revision: 'integer',
    removedBy: 'text',
    removedAt: 'text',
  },
)

/** Writes the new sort keys of entries with one statement. */
export async function setSortKeys(
  trx: Executor,
  revision: number,
  keys: readonly (readonly [id: string, sortKey: number])[],
): Promise<void> {
  if (keys.length === 0) return
  const json = JSON.stringify(keys.map(([id, sortKey]) => ({ id, key: sortKey })))
  const isSqlite = trx.getExecutor().adapter instanceof SqliteAdapter
  await (
    isSqlite
      ? sql`update playlist_entries set sort_key = moved.value ->> 'key', revision = ${revision}
        from json_each(${json}) as moved where playlist_entries.id = moved.value ->> 'id'`
      : sql`update playlist_entries set sort_key = moved.key, revision = ${revision}
        from json_to_recordset(${json}::json) as moved(id text, key bigint) where playlist_entries.id = moved.id`
  ).execute(trx)
}

/** Marks entries as removed. Restores them if `removed` is undefined. */
export async function setRemoved(
  trx: Executor,
  ids: readonly string[],
  revision: number,
  removed?: { by: string; at: string },
): Promise<void> {
  await trx
    .updateTable('playlistEntries')
    .set({ revision, removedBy: removed?.by ?? null, removedAt: removed?.at ?? null })
    .where(isOneOf(trx, 'id', sql`${ids}`))
    .execute()
}

/** Those of the given tracks that are in playlists which the account owns or collaborates on. */
export async function findContaining(
  db: Executor,
  userId: string,
  trackIds: readonly string[],
): Promise<{ id: string; trackId: string }[]> {
  const rows = await db
    .selectFrom('playlistEntries')
    .innerJoin('playlists', 'playlists.id', 'playlistEntries.playlistId')
    .select(['playlists.id', 'playlistEntries.trackId'])
    .distinct()
    .where(isOneOf(db, 'playlistEntries.trackId', sql`${trackIds}`))
    .where('playlistEntries.removedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('playlists.ownerId', '=', userId),
        eb.exists(
          eb
            .selectFrom('playlistCollaborators')
            .select('playlistCollaborators.userId')
            .whereRef('playlistCollaborators.playlistId', '=', 'playlists.id')
            .where('playlistCollaborators.userId', '=', userId),
        ),
      ]),
    )
    .execute()
  return rows.flatMap(({ id, trackId }) => (trackId === null ? [] : [{ id, trackId }]))
}

/**
 * Deletes entries that were removed before a time. Clients with an older revision then read the whole playlist again.
 */
export async function prune(trx: Executor, before: string): Promise<void> {
  const rows = await trx
    .selectFrom('playlistEntries')
    .select((eb) => ['playlistId', eb.fn.max('revision').as('revision')])
    .where('removedAt', '<', before)
    .groupBy('playlistId')
    .execute()
  for (const { playlistId, revision } of rows)
    await trx
      .updateTable('playlists')
      .set({ prunedRevision: revision })
      .where('id', '=', playlistId)
      .where('prunedRevision', '<', revision)
      .execute()
  await trx.deleteFrom('playlistEntries').where('removedAt', '<', before).execute()
}
