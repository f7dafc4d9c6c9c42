import type { AliasableExpression, Kysely, Selectable } from 'kysely'
import { isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import { findAppPasswordName } from '#features/app-passwords/index.ts'
import { tracksOfArtist } from '#features/catalog/index.ts'

type Db = Kysely<Schema>
export type PlayRow = Selectable<Schema['plays']>

/**
 * The name of the device of a session. It is the name that the account has given to the device, otherwise the name of
 * its browser. For an app it is the name of its app password.
 */
export async function deviceNameOf(db: Db, sessionId: string): Promise<string> {
  const row = await db
    .selectFrom('sessions')
    .select(['name', 'browser'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.name ?? row?.browser ?? (await findAppPasswordName(db, sessionId)) ?? 'Unbekannt'
}

/** Counts a play with a single conditional upsert. False when the member's last play of the track is too recent. */
export async function countPersonalPlay(
  db: Db,
  userId: string,
  trackId: string,
  at: string,
  notSince: string,
): Promise<boolean> {
  const row = await db
    .insertInto('personalPlays')
    .values({ userId, trackId, count: 1, lastPlayedAt: at })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'trackId'])
        .doUpdateSet((eb) => ({ count: eb('personalPlays.count', '+', 1), lastPlayedAt: at }))
        .where('personalPlays.lastPlayedAt', '<=', notSince),
    )
    .returning('count')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Counts a play that is reported after a later play of the same track. False if the history has a play between `after`
 * and `before` (exclusive). It is a separate statement because it reads the history, which is larger.
 */
export async function countLatePersonalPlay(
  db: Db,
  userId: string,
  trackId: string,
  { after, before }: { after: string; before: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('personalPlays')
    .set((eb) => ({ count: eb('count', '+', 1) }))
    .where('userId', '=', userId)
    .where('trackId', '=', trackId)
    .where('lastPlayedAt', '>=', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('plays')
            .select('plays.id')
            .where('plays.userId', '=', userId)
            .where('plays.trackId', '=', trackId)
            .where('plays.playedAt', '>', after)
            .where('plays.playedAt', '<', before),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Adds a play to the counter of a track. A play that is reported late does not replace the time of a later play. */
export async function countPlay(db: Db, trackId: string, at: string): Promise<void> {
  await db
    .insertInto('trackPlays')
    .values({ trackId, count: 1, lastPlayedAt: at })
    .onConflict((conflict) =>
      conflict.column('trackId').doUpdateSet((eb) => ({
        count: eb('trackPlays.count', '+', 1),
        lastPlayedAt: eb
          .case()
          .when('trackPlays.lastPlayedAt', '<', at)
          .then(at)
          .else(eb.ref('trackPlays.lastPlayedAt'))
          .end(),
      })),
    )
    .execute()
}

export async function insertPlay(db: Db, row: PlayRow): Promise<void> {
  await db.insertInto('plays').values(row).execute()
}

/** The plays of a member, newest first. Their ids sort by time. */
export async function listPlays(
  db: Db,
  userId: string,
  { limit, offset, before }: { limit: number; offset: number; before?: string | undefined },
): Promise<PlayRow[]> {
  return db
    .selectFrom('plays')
    .selectAll()
    .where('userId', '=', userId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Counters of tracks. The most played track comes first; with equal numbers, the most recently played one. */
export async function mostPlayed(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return db
    .selectFrom('trackPlays')
    .select(['trackId', 'count'])
    .orderBy('count', 'desc')
    .orderBy('lastPlayedAt', 'desc')
    .orderBy('trackId')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** The most played tracks by or with an artist. */
export async function mostPlayedOfArtist(db: Db, artistId: string, limit: number) {
  return db
    .selectFrom('trackPlays')
    .select(['trackId', 'count'])
    .where('trackId', 'in', tracksOfArtist(db, artistId))
    .orderBy('count', 'desc')
    .orderBy('lastPlayedAt', 'desc')
    .orderBy('trackId')
    .limit(limit)
    .execute()
}

/** The number of plays of the tracks by or with an artist. */
export async function playsOfArtist(db: Db, artistId: string): Promise<number> {
  const row = await db
    .selectFrom('trackPlays')
    .select((eb) => eb.fn.sum<number | string | null>('count').as('count'))
    .where('trackId', 'in', tracksOfArtist(db, artistId))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** The number of plays by one member of the tracks by or with an artist, and the time of the last play. */
export async function personalPlaysOfArtist(db: Db, artistId: string, userId: string) {
  const row = await db
    .selectFrom('personalPlays')
    .select((eb) => [
      eb.fn.sum<number | string | null>('count').as('count'),
      eb.fn.max('lastPlayedAt').as('lastPlayed'),
    ])
    .where('userId', '=', userId)
    .where('trackId', 'in', tracksOfArtist(db, artistId))
    .executeTakeFirst()
  return { ownCount: Number(row?.count ?? 0), lastPlayed: row?.lastPlayed ?? null }
}

export interface TrackCount {
  trackId: string
  count: number
  lastPlayedAt: string
}

const selectCounts = prepared<{ ids: readonly string[] }, TrackCount>((db, slot) =>
  db
    .selectFrom('trackPlays')
    .select(['trackId', 'count', 'lastPlayedAt'])
    .where(isOneOf(db, 'trackId', slot('ids'))),
)

/** The counters of tracks, by the ids of the tracks. Tracks without plays are omitted. */
export async function countsOfTracks(db: Db, ids: readonly string[]): Promise<Map<string, TrackCount>> {
  const rows = ids.length === 0 ? [] : await selectCounts(db, { ids })
  return new Map(rows.map((row) => [row.trackId, row]))
}

const selectPersonalCounts = prepared<{ userId: string; ids: readonly string[] }, TrackCount>((db, slot) =>
  db
    .selectFrom('personalPlays')
    .select(['trackId', 'count', 'lastPlayedAt'])
    .where('userId', '=', slot('userId'))
    .where(isOneOf(db, 'trackId', slot('ids'))),
)

/** The counters of tracks for one member, by the ids of the tracks. Tracks without plays are omitted. */
export async function personalCountsOfTracks(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TrackCount>> {
  const rows = ids.length === 0 ? [] : await selectPersonalCounts(db, { userId, ids })
  return new Map(rows.map((row) => [row.trackId, row]))
}

/** Maximum number of tracks or plays from which the order of albums is computed. */
const LOOKED_AT = 2000

/**
 * The order of albums: by the tracks that a member has played most (`frequent`) or last (`recent`), or by the tracks
 * that all members together have played most (`byAll`).
 */
type PlayedOrder = 'frequent' | 'recent' | 'byAll'

/** The ids of albums, sorted by the plays of their tracks. Albums without such plays are omitted. */
export async function playedAlbumIds(
  db: Db,
  order: PlayedOrder,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom(playedTracks(db, order, userId).as('played'))
    .innerJoin('openTracks as tracks', 'tracks.id', 'played.trackId')
    .select('tracks.albumId')
    .groupBy('tracks.albumId')
    .orderBy((eb) => (order === 'recent' ? eb.fn.max('played.at') : eb.fn.sum('played.count')), 'desc')
    .orderBy('tracks.albumId')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ albumId }) => albumId)
}

interface PlayedTrack {
  trackId: string
  count: number
  at: string
}

function playedTracks(db: Db, order: PlayedOrder, userId: string): AliasableExpression<PlayedTrack> {
  if (order === 'recent')
    return db
      .selectFrom('plays')
      .select((eb) => [eb.ref('trackId').$notNull().as('trackId'), eb.lit(1).as('count'), 'playedAt as at'])
      .where('userId', '=', userId)
      .where('trackId', 'is not', null)
      .orderBy('id', 'desc')
      .limit(LOOKED_AT)
  if (order === 'frequent')
    return db
      .selectFrom('personalPlays')
      .select(['trackId', 'count', 'lastPlayedAt as at'])
      .where('userId', '=', userId)
      .orderBy('count', 'desc')
      .limit(LOOKED_AT)
  return db
    .selectFrom('trackPlays')
    .select(['trackId', 'count', 'lastPlayedAt as at'])
    .orderBy('count', 'desc')
    .limit(LOOKED_AT)
}

/** The ids of the most played tracks of an album. */
export async function mostPlayedOfAlbum(db: Db, albumId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('trackPlays')
    .innerJoin('openTracks as tracks', 'tracks.id', 'trackPlays.trackId')
    .select('trackPlays.trackId')
    .where('tracks.albumId', '=', albumId)
    .orderBy('trackPlays.count', 'desc')
    .orderBy('trackPlays.lastPlayedAt', 'desc')
    .orderBy('trackPlays.trackId')
    .limit(limit)
    .execute()
  return rows.map(({ trackId }) => trackId)
}

export async function countsOf(db: Db, trackId: string) {
  return db
    .selectFrom('trackPlays')
    .select(['count', 'lastPlayedAt'])
    .where('trackId', '=', trackId)
    .executeTakeFirst()
}

export async function personalCountsOf(db: Db, trackId: string, userId: string) {
  return db
    .selectFrom('personalPlays')
    .select(['count', 'lastPlayedAt'])
    .where('trackId', '=', trackId)
    .where('userId', '=', userId)
    .executeTakeFirst()
}
