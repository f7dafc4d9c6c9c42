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
  /** What has to be joined for it. */
  needs?: 'albums' | 'ownPlays' | 'allPlays'
  /** Which tracks come before all others. They are found without reading and sorting all that match. */
  first?: RawBuilder<unknown>
}

/** The first artist's sort name: of the track, else of the album, whose title stands for it without any. */
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
  ownPlaysMost: { by: sql`${ownPlays} desc`, needs: 'ownPlays' },
  ownPlaysLeast: { by: ownPlays, needs: 'ownPlays', first: sql`${ownPlays} = 0` },
  allPlaysMost: { by: sql`${allPlays} desc`, needs: 'allPlays' },
  allPlaysLeast: { by: allPlays, needs: 'allPlays', first: sql`${allPlays} = 0` },
  playedLast: { by: sql`${ownLastPlay} desc`, needs: 'ownPlays' },
  playedLongAgo: { by: ownLastPlay, needs: 'ownPlays', first: sql`${ownLastPlay} = ''` },
}

/**
 * Playable tracks that match. The condition on the file and the title is the archive's own (see `isPlayable`):
 * `plain_title` is empty while the title has the mark for missing tracks. Only tables that are needed are joined,
 * because each costs a look-up for each track.
 */
function matching(context: RuleContext, rules: SmartRules, needs?: Order['needs']): RawBuilder<unknown> {
  const fields = new Set(rulesIn(rules).map(({ field }) => field))
  const isJoined = {
    own: needs === 'ownPlays' || fields.has('ownPlays') || fields.has('lastPlayed'),
    every: needs === 'allPlays' || fields.has('allPlays'),
  }
  // Without statistics SQLite would look up each row of a table instead of reading the index alone.
  const by = (index: string) => (context.kind === 'sqlite' ? sql`indexed by ${sql.ref(index)}` : sql``)
  const tracks = sql`tracks ${by('tracks_for_rules')}`
  const joined = [
    ...(isJoined.own
      ? [
          sql`left join personal_plays as own ${by('personal_plays_for_rules')}
            on own.user_id = ${context.readerId} and own.track_id = tracks.id`,
        ]
      : []),
    ...(isJoined.every
      ? [sql`left join track_plays as every ${by('track_plays_for_rules')} on every.track_id = tracks.id`]
      : []),
  ]
  const from = needs === 'albums' ? sql`albums cross join ${tracks}` : tracks
  const ofAlbum = needs === 'albums' ? sql`tracks.album_id = albums.id and` : sql``
  return sql`from ${from} ${sql.join(joined, sql` `)}
    where ${ofAlbum} tracks.file_name is not null and tracks.plain_title <> '' and ${conditionOf(context, rules)}`
}

/** The first matching tracks, in the order of the rules. */
export async function matchingTracks(
  db: Executor,
  context: RuleContext,
  rules: SmartRules,
  limit: number,
): Promise<MatchingRow[]> {
  const { by, needs, first } = ORDERS[rules.order]
  const selected = sql`select tracks.id, tracks.duration_seconds, tracks.created_at
    ${matching(context, rules, needs)}`
  const rest = sql`tracks.album_id, tracks.position limit ${limit}`
  if (first !== undefined) {
    const { rows } = await sql<MatchingRow>`${selected} and ${first} order by ${rest}`.execute(db)
    if (rows.length === limit) return rows
  }
  const { rows } = await sql<MatchingRow>`${selected} order by ${by}, ${rest}`.execute(db)
  return rows
}

/** Number and seconds of all matching tracks. */
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

/** The reader's plays of tracks; tracks without plays are missing. */
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

/** Playable tracks in the archive. */
export async function countPlayableTracks(db: Executor): Promise<number> {
  const { playableTracks } = await db
    .selectFrom('archiveState')
    .select('playableTracks')
    .executeTakeFirstOrThrow()
  return playableTracks
}
