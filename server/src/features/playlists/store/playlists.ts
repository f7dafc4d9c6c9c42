import type { PlaylistRole } from '@tonarchiv/contract/playlists'
import { SmartRules } from '@tonarchiv/contract/playlist-rules'
import { type ExpressionBuilder, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from '#database/open.ts'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import { isCollaborator, isVisible, roleOf, type Viewer, type ViewerSlot } from './rights.ts'

/** A playlist with the fields that depend on the account that reads it. */
export type PlaylistRow = Omit<Selectable<Schema['playlists']>, 'rules'> & {
  role: PlaylistRole
  isFollowed: number
  /** The rules of a smart playlist; null for a playlist whose entries members choose. */
  rules: SmartRules | null
}

type Playlists = ExpressionBuilder<Schema, 'playlists'>

function isFollower(eb: Playlists, userId: ViewerSlot['id']) {
  return eb.exists(
    eb
      .selectFrom('playlistFollowers')
      .select('playlistFollowers.userId')
      .whereRef('playlistFollowers.playlistId', '=', 'playlists.id')
      .where('playlistFollowers.userId', '=', userId),
  )
}

/**
 * The highest revision of an entry. The revision of a playlist may be that of an entry, because a move writes only the
 * entries.
 */
function lastMove(eb: Playlists) {
  return eb
    .selectFrom('playlistEntries')
    .select((inner) => inner.fn.max('playlistEntries.revision').as('last'))
    .whereRef('playlistEntries.playlistId', '=', 'playlists.id')
    .as('lastMove')
}

function visiblePlaylists(db: Executor, viewer: ViewerSlot) {
  return db
    .selectFrom('playlists')
    .selectAll('playlists')
    .select((eb) => [
      roleOf(eb, viewer.id).as('role'),
      eb.case().when(isFollower(eb, viewer.id)).then(1).else(0).end().as('isFollowed'),
      lastMove(eb),
    ])
    .where((eb) => isVisible(eb, viewer))
}

type StoredRow = Omit<PlaylistRow, 'rules'> & { rules: string | null; lastMove: number | null }

function rowOf({ lastMove: moved, rules, ...row }: StoredRow): PlaylistRow {
  return {
    ...row,
    revision: Math.max(row.revision, moved ?? 0),
    rules: rules === null ? null : SmartRules.parse(JSON.parse(rules)),
  }
}

/** Finds a playlist. Undefined for an unknown id, and for a playlist that the account may not see. */
export async function findPlaylist(
  db: Executor,
  viewer: Viewer,
  id: string,
): Promise<PlaylistRow | undefined> {
  const row = await visiblePlaylists(db, viewer).where('playlists.id', '=', id).executeTakeFirst()
  return row && rowOf(row)
}

interface OfViewer {
  viewerId: string
  ids: readonly string[]
}

const selectVisible = (hasAccess: boolean) =>
  prepared<OfViewer, StoredRow>((db, slot) =>
    visiblePlaylists(db, { id: slot('viewerId'), hasAccess }).where(isOneOf(db, 'playlists.id', slot('ids'))),
  )
const selectVisibleWithAccess = selectVisible(true)
const selectVisibleWithout = selectVisible(false)

/** Those of the given playlists that the account may see, by id. */
export async function findPlaylists(
  db: Executor,
  { id: viewerId, hasAccess }: Viewer,
  ids: readonly string[],
): Promise<Map<string, PlaylistRow>> {
  if (ids.length === 0) return new Map()
  const select = hasAccess ? selectVisibleWithAccess : selectVisibleWithout
  const rows = await select(db, { viewerId, ids })
  return new Map(rows.map((row) => [row.id, rowOf(row)]))
}

const selectVisibleIds = (hasAccess: boolean) =>
  prepared<OfViewer, { id: string }>((db, slot) =>
    db
      .selectFrom('playlists')
      .select('playlists.id')
      .where((eb) => isVisible(eb, { id: slot('viewerId'), hasAccess }))
      .where(isOneOf(db, 'playlists.id', slot('ids'))),
  )
const selectIdsWithAccess = selectVisibleIds(true)
const selectIdsWithout = selectVisibleIds(false)

/** Those of the given ids whose playlists the account may see. */
export async function visibleIdsOf(
  db: Executor,
  { id: viewerId, hasAccess }: Viewer,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const select = hasAccess ? selectIdsWithAccess : selectIdsWithout
  return new Set((await select(db, { viewerId, ids })).map(({ id }) => id))
}

export async function titlesOf(
  db: Executor,
  ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
  return db
    .selectFrom('playlists')
    .select(['id', 'title'])
    .where(isOneOf(db, 'id', sql`${ids}`))
    .execute()
}

/**
 * Locks a playlist until the transaction ends, so that changes of one playlist run one after the other. SQLite
 * has a single writer and needs no lock.
 */
export async function lockPlaylist(trx: Executor, kind: Database['kind'], id: string): Promise<void> {
  await trx
    .selectFrom('playlists')
    .select('id')
    .where('id', '=', id)
    .$if(kind === 'postgres', (query) => query.forNoKeyUpdate())
    .execute()
}

/** The playlists that the account owns, collaborates on or follows. */
export async function listPlaylists(db: Executor, viewer: Viewer, limit: number): Promise<PlaylistRow[]> {
  const rows = await visiblePlaylists(db, viewer)
    .where((eb) =>
      eb.or([
        eb('playlists.ownerId', '=', viewer.id),
        isCollaborator(eb, viewer.id),
        isFollower(eb, viewer.id),
      ]),
    )
    .orderBy('playlists.changedAt', 'desc')
    .orderBy('playlists.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(rowOf)
}

/** The ids of the accounts that have a playlist in their list of playlists. */
export async function listenersOf(db: Executor, playlistId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('playlists')
    .select('ownerId as userId')
    .where('id', '=', playlistId)
    .union(db.selectFrom('playlistCollaborators').select('userId').where('playlistId', '=', playlistId))
    .union(db.selectFrom('playlistFollowers').select('userId').where('playlistId', '=', playlistId))
    .execute()
  return rows.map(({ userId }) => userId)
}

export async function countPlaylists(db: Executor, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('playlists')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow()
  return count
}

export async function findCreated(
  db: Executor,
  ownerId: string,
  creationId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('playlists')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('creationId', '=', creationId)
    .executeTakeFirst()
  return row?.id
}

export async function insertPlaylist(trx: Executor, row: Insertable<Schema['playlists']>): Promise<void> {
  await trx.insertInto('playlists').values(row).execute()
}

export async function updatePlaylist(
  trx: Executor,
  id: string,
  change: Updateable<Schema['playlists']>,
): Promise<void> {
  await trx.updateTable('playlists').set(change).where('id', '=', id).execute()
}

export async function deletePlaylist(trx: Executor, id: string): Promise<void> {
  await trx.deleteFrom('playlists').where('id', '=', id).execute()
}

/** Number of tracks at the beginning of a playlist that are searched for covers. */
const FIRST_TRACKS = 8

const firstTracks = Array.from({ length: FIRST_TRACKS }, (_, offset) =>
  sql<string | null>`(select track_id from playlist_entries
    where playlist_id = playlists.id and removed_at is null and track_id is not null
    order by sort_key, id limit 1 offset ${sql.lit(offset)})`.as(`t${offset}`),
)
const selectFirstTracks = prepared<
  { ids: readonly string[] },
  Record<string, string | null> & { id: string }
>((db, slot) =>
  db
    .selectFrom('playlists')
    .select('id')
    .select(firstTracks)
    .where(isOneOf(db, 'playlists.id', slot('ids'))),
)

/** The ids of the first tracks of playlists, in order. Entries whose track was deleted are skipped. */
export async function firstTracksOf(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const rows = ids.length === 0 ? [] : await selectFirstTracks(db, { ids })
  return new Map(
    rows.map((row) => [
      row.id,
      Array.from({ length: FIRST_TRACKS }, (_, offset) => row[`t${offset}`] ?? []).flat(),
    ]),
  )
}

const selectCollaborators = prepared<{ ids: readonly string[] }, { playlistId: string; userId: string }>(
  (db, slot) =>
    db
      .selectFrom('playlistCollaborators')
      .select(['playlistId', 'userId'])
      .where(isOneOf(db, 'playlistId', slot('ids')))
      .orderBy('createdAt')
      .orderBy('userId'),
)

/** The collaborators of playlists, in the order in which they were added. */
export async function collaboratorsOf(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const rows = ids.length === 0 ? [] : await selectCollaborators(db, { ids })
  const found = new Map<string, string[]>()
  for (const { playlistId, userId } of rows) {
    const its = found.get(playlistId)
    if (its === undefined) found.set(playlistId, [userId])
    else its.push(userId)
  }
  return found
}

/**
 * Inserts a collaborator unless there is already such a row. @throws a missing reference when the two accounts are not
 * friends
 */
export async function insertCollaborator(
  trx: Executor,
  row: Insertable<Schema['playlistCollaborators']>,
): Promise<void> {
  await trx
    .insertInto('playlistCollaborators')
    .values(row)
    .onConflict((conflict) => conflict.columns(['playlistId', 'userId']).doNothing())
    .execute()
}

export async function deleteCollaborator(trx: Executor, playlistId: string, userId: string): Promise<void> {
  await trx
    .deleteFrom('playlistCollaborators')
    .where('playlistId', '=', playlistId)
    .where('userId', '=', userId)
    .execute()
}

export async function countFollowed(db: Executor, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('playlistFollowers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertFollower(
  db: Executor,
  row: Insertable<Schema['playlistFollowers']>,
): Promise<void> {
  await db
    .insertInto('playlistFollowers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['playlistId', 'userId']).doNothing())
    .execute()
}

/** Deletes a follower. False when the account did not follow the playlist. */
export async function deleteFollower(db: Executor, playlistId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('playlistFollowers')
    .where('playlistId', '=', playlistId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
