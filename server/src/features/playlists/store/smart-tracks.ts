import { rulesIn, type SmartOrder, type SmartRules } from '@tonarchiv/contract/playlist-rules'
import { type RawBuilder, sql } from 'kysely'
import { type Executor, isOneOf } from '#database/prepared.ts'
import { allPlays, conditionOf, ownLastPlay, ownPlays, type RuleContext } from './rule-conditions.ts'

/** A track that matches the rules of a smart playlist. */
export interface MatchingRow {
  id: string
  durationSeconds: number
  createdAt: string
}

interface Order {
  by: RawBuilder<unknown>
  /** The table of plays that has an index for this order. */
  played?: 'own' | 'every'
  /** The table that must be joined for this order. */
  needs?: 'albums' | 'ownPlays' | 'allPlays'
  /**
   * The condition for tracks that come before all others in this order. If they are read first, the other matching
   * tracks need not be sorted.
   */
  first?: RawBuilder<unknown>
}

/**
 * The sort name of the track's first artist, otherwise of the album's first artist, otherwise the title of the album.
 */
const firstArtist = sql`coalesce(
    (select artists.sort_key from track_artists inner join artists on artists.id = track_artists.artist_id
      where track_artists.track_id = tracks.id and track_artists.role = 'main'
      order by track_artists.position limit 1),
    (select artists.sort_key from album_artists inner join artists on artists.id = album_artists.artist_id
      where album_artists.album_id = albums.id order by album_artists.position limit 1),
    albums.plain_title), albums.place`

const ORDERS: Record<SmartOrder, Order> = {
  archive: { by: sql`albums.place, tracks.position`, needs: 'albums' },
  title: { by: sql`tracks.plain_title` },
  artist: { by: firstArtist, needs: 'albums' },
  album: { by: sql`albums.sort_title, tracks.position`, needs: 'albums' },
  yearNewest: { by: sql`coalesce(albums.release_year, 0) desc`, needs: 'albums' },
  yearOldest: { by: sql`coalesce(albums.release_year, 10000)`, needs: 'albums' },
  addedNewest: { by: sql`tracks.created_at desc` },
  addedOldest: { by: sql`tracks.created_at` },
  longest: { by: sql`tracks.duration_seconds desc` },
  shortest: { by: sql`tracks.duration_seconds` },
  ownPlaysMost: { by: sql`${ownPlays} desc`, needs: 'ownPlays', played: 'own' },
  ownPlaysLeast: { by: ownPlays, needs: 'ownPlays', first: sql`${ownPlays} = 0` },
  allPlaysMost: { by: sql`${allPlays} desc`, needs: 'allPlays', played: 'every' },
  allPlaysLeast: { by: allPlays, needs: 'allPlays', first: sql`${allPlays} = 0` },
  playedLast: { by: sql`${ownLastPlay} desc`, needs: 'ownPlays' },
  playedLongAgo: { by: ownLastPlay, needs: 'ownPlays', first: sql`${ownLastPlay} = ''` },
}

/**
 * Selects playable tracks that match the rules. The condition on file and title corresponds to `isPlayable`:
 * `plain_title` is empty when the title contains `MISSING_MARK`. Only tables that are needed are joined, because each
 * join costs a look-up for each track.
 */
function matching(context: RuleContext, rules: SmartRules, needs?: Order['needs']): RawBuilder<unknown> {
  const tracks = sql`tracks ${by(context, 'tracks_for_rules')}`
  const from = needs === 'albums' ? sql`albums cross join ${tracks}` : tracks
  const ofAlbum = needs === 'albums' ? sql`tracks.album_id = albums.id and` : sql``
  return sql`from ${from} ${joinedPlays(context, rules, needs)}
    where ${ofAlbum} ${isPlayableTrack} and ${context.isInScope} and ${conditionOf(context, rules)}`
}

/** Selects matching tracks that have plays, through the index of plays. The most played tracks come first. */
function matchingPlayed(
  context: RuleContext,
  rules: SmartRules,
  { needs, played }: Pick<Order, 'needs'> & { played: 'own' | 'every' },
): RawBuilder<unknown> {
  const plays =
    played === 'own'
      ? sql`personal_plays as own ${by(context, 'personal_plays_by_count')}`
      : sql`track_plays as every ${by(context, 'track_plays_by_count')}`
  const ofReader = played === 'own' ? sql`own.user_id = ${context.readerId} and` : sql``
  // The cross join makes SQLite join the tables in this order. PostgreSQL does not allow a condition on a cross join.
  const join = context.kind === 'sqlite' ? sql`cross join` : sql`inner join`
  return sql`from ${plays} ${join} tracks on tracks.id = ${sql.ref(`${played}.track_id`)}
    ${joinedPlays(context, rules, needs, played)}
    where ${ofReader} ${sql.ref(`${played}.count`)} > 0 and ${isPlayableTrack} and ${context.isInScope}
      and ${conditionOf(context, rules)}`
}

/** The second condition leaves out closed albums, as the view `open_tracks` does, which cannot name an index. */
const isPlayableTrack = sql`tracks.file_name is not null and tracks.plain_title <> ''
  and tracks.album_id not in (select closed.id from albums as closed where closed.is_closed = 1)`

/** Names the index to use. Without statistics, SQLite would otherwise look up each row of the table. */
function by({ kind }: RuleContext, index: string): RawBuilder<unknown> {
  return kind === 'sqlite' ? sql`indexed by ${sql.ref(index)}` : sql``
}

/** Joins the tables of plays that the rules or the order need and that are not joined already. */
function joinedPlays(
  context: RuleContext,
  rules: SmartRules,
  needs: Order['needs'],
  joined?: Order['played'],
): RawBuilder<unknown> {
  const fields = new Set(rulesIn(rules).map(({ field }) => field))
  const needsOwn = needs === 'ownPlays' || fields.has('ownPlays') || fields.has('lastPlayed')
  const needsEvery = needs === 'allPlays' || fields.has('allPlays')
  const joins = [
    ...(needsOwn && joined !== 'own'
      ? [
          sql`left join personal_plays as own ${by(context, 'personal_plays_for_rules')}
            on own.user_id = ${context.readerId} and own.track_id = tracks.id`,
        ]
      : []),
    ...(needsEvery && joined !== 'every'
      ? [
          sql`left join track_plays as every ${by(context, 'track_plays_for_rules')}
            on every.track_id = tracks.id`,
        ]
      : []),
  ]
  return sql.join(joins, sql` `)
}

/**
 * The first matching tracks, in the order of the rules. With `areMany`, tracks are read through the index of plays
 * until there are enough. This is slow when only a few tracks match.
 */
export async function matchingTracks(
  db: Executor,
  context: RuleContext,
  rules: SmartRules,
  limit: number,
  { areMany = false }: { areMany?: boolean } = {},
): Promise<MatchingRow[]> {
  const { by: order, needs, first, played } = ORDERS[rules.order]
  const columns = sql`tracks.id, tracks.duration_seconds, tracks.created_at`
  const rest = sql`tracks.album_id, tracks.position limit ${limit}`
  if (played !== undefined && areMany) {
    const { rows } = await sql<MatchingRow>`
      select ${columns} ${matchingPlayed(context, rules, { needs, played })}
      order by ${sql.ref(`${played}.count`)} desc, ${rest}`.execute(db)
    if (rows.length === limit) return rows
  }
  const selected = sql`select ${columns} ${matching(context, rules, needs)}`
  if (first !== undefined) {
    const { rows } = await sql<MatchingRow>`${selected} and ${first} order by ${rest}`.execute(db)
    if (rows.length === limit) return rows
  }
  const { rows } = await sql<MatchingRow>`${selected} order by ${order}, ${rest}`.execute(db)
  return rows
}

/** The number and the total duration of all matching tracks. */
export async function countMatching(
  db: Executor,
  context: RuleContext,
  rules: SmartRules,
): Promise<{ count: number; durationSeconds: number }> {
  const { rows } = await sql<{ count: number | string; durationSeconds: number | null }>`
    select count(*) as count, sum(tracks.duration_seconds) as duration_seconds
    ${matching(context, rules)}`.execute(db)
  const [row] = rows
  return { count: Number(row?.count ?? 0), durationSeconds: row?.durationSeconds ?? 0 }
}

/** The plays of one member, by track id. Tracks without plays are omitted. */
export async function ownPlaysOf(
  db: Executor,
  userId: string,
  trackIds: readonly string[],
): Promise<Map<string, { count: number; lastPlayedAt: string }>> {
  if (trackIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('personalPlays')
    .select(['trackId', 'count', 'lastPlayedAt'])
    .where('userId', '=', userId)
    .where(isOneOf(db, 'trackId', sql`${trackIds}`))
    .execute()
  return new Map(rows.map(({ trackId, count, lastPlayedAt }) => [trackId, { count, lastPlayedAt }]))
}

/** Number of playable tracks in the archive. */
export async function countPlayableTracks(db: Executor): Promise<number> {
  const { playableTracks } = await db
    .selectFrom('archiveState')
    .select('playableTracks')
    .executeTakeFirstOrThrow()
  return playableTracks
}
