import type { Rule, RuleGroup, RuleMatch } from '@tonarchiv/contract/playlist-rules'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Database } from '#database/open.ts'
import { plainLetters } from '#features/catalog/index.ts'

/** The reader for whom, and the time at which, rules are evaluated. */
export interface RuleContext {
  kind: Database['kind']
  /** The account whose plays and favorites are used. */
  readerId: string
  now: Date
  /** The condition for tracks that the reader may play. */
  isInScope: RawBuilder<boolean>
}

type Condition = RawBuilder<SqlBool>
type Value = RawBuilder<unknown>

/**
 * The condition for matching tracks as SQL. It uses the tables `tracks`, `own` (the plays of the reader) and `every`
 * (all plays).
 */
export function conditionOf(
  context: RuleContext,
  { match, rules }: { match: RuleMatch; rules: readonly (Rule | RuleGroup)[] },
): Condition {
  // Cheap rules come first, because SQLite evaluates the rules in this order until the result is certain.
  const conditions = rules
    .toSorted((one, other) => costOf(one) - costOf(other))
    .map((rule) => (rule.field === 'group' ? conditionOf(context, rule) : conditionOfRule(context, rule)))
  return sql`(${sql.join(conditions, match === 'all' ? sql` and ` : sql` or `)})`
}

/**
 * The relative cost of evaluating a rule for a track. It depends on what is read: columns of the index of tracks, a few
 * albums, many albums, or other tables. Negative rules cost more here, so that they are evaluated late: most tracks
 * match them, so they rarely decide the result.
 */
function costOf(rule: Rule | RuleGroup): number {
  switch (rule.field) {
    case 'group':
      return Math.max(...rule.rules.map(costOf))
    case 'title':
    case 'format':
    case 'duration':
    case 'added':
      return 0
    case 'year':
      return rule.op === 'isNot' ? 4 : 1
    case 'type':
      return rule.op === 'isNot' ? 4 : 2
    case 'exclusive':
    case 'album':
      return 2
    case 'favorite':
      return rule.value ? 3 : 4
    case 'artist':
      return 5
    default:
      return 6
  }
}

function conditionOfRule(context: RuleContext, rule: Rule): Condition {
  switch (rule.field) {
    case 'title':
      return ofText(rule, (op) => comparedText(context, sql`tracks.plain_title`, op, rule.value))
    case 'album':
      return ofText(rule, (op) => ofAlbum(comparedText(context, sql`albums.plain_title`, op, rule.value)))
    case 'artist':
      return ofText(rule, (op) => ofArtist(context, op, rule.value))
    case 'type':
      return unless(rule.op === 'isNot', ofAlbum(sql`albums.type = ${rule.value}`))
    case 'format':
      return unless(rule.op === 'isNot', sql`tracks.format = ${rule.value}`)
    case 'exclusive':
      return ofAlbum(sql`albums.is_exclusive = ${rule.value ? 1 : 0}`)
    case 'favorite':
      return unless(!rule.value, isFavorite(context))
    case 'year':
      return rule.op === 'isNot'
        ? unless(true, ofAlbum(sql`albums.release_year = ${rule.value}`))
        : ofAlbum(comparedNumber(sql`albums.release_year`, rule))
    case 'duration':
      return comparedNumber(sql`tracks.duration_seconds`, rule)
    case 'ownPlays':
      return comparedNumber(ownPlays, rule)
    case 'allPlays':
      return comparedNumber(allPlays, rule)
    case 'added':
      return comparedTime(context, sql`tracks.created_at`, rule)
    default:
      return comparedTime(context, ownLastPlay, rule)
  }
}

/** The number of plays by the reader; 0 for a track without plays. */
export const ownPlays = sql<number>`coalesce(own.count, 0)`
export const allPlays = sql<number>`coalesce(every.count, 0)`
/**
 * The time of the reader's last play. It is an empty text for a track without plays, so that it sorts before all times.
 */
export const ownLastPlay = sql<string>`coalesce(own.last_played_at, '')`

function unless(isNegative: boolean, condition: Condition): Condition {
  return isNegative ? sql`not ${condition}` : condition
}

function ofAlbum(condition: Condition): Condition {
  return sql`tracks.album_id in (select albums.id from albums where ${condition})`
}

function isFavorite({ readerId }: RuleContext): Condition {
  return sql`tracks.id in (
    select favorites.track_id from favorites
    where favorites.user_id = ${readerId} and favorites.track_id is not null)`
}

type PositiveOp = 'contains' | 'is' | 'startsWith'
type TextRule = Extract<Rule, { field: 'title' | 'artist' | 'album' }>

function ofText({ op }: Pick<TextRule, 'op'>, condition: (op: PositiveOp) => Condition): Condition {
  if (op === 'containsNot') return unless(true, condition('contains'))
  if (op === 'isNot') return unless(true, condition('is'))
  return condition(op)
}

/** Compares a column whose text is in plain letters. */
function comparedText({ kind }: RuleContext, column: Value, op: PositiveOp, text: string): Condition {
  const plain = plainLetters(text) || text
  switch (op) {
    case 'is':
      return sql`${column} = ${plain}`
    case 'startsWith':
      return sql`substr(${column}, 1, ${sql.lit(Array.from(plain).length)}) = ${plain}`
    default:
      return kind === 'sqlite' ? sql`instr(${column}, ${plain}) > 0` : sql`strpos(${column}, ${plain}) > 0`
  }
}

/**
 * Compares the artists and features of a track. If a track has no artists, those of its album count. If the album has
 * none, its title counts as its artist.
 */
function ofArtist(context: RuleContext, op: PositiveOp, text: string): Condition {
  const isNamed = comparedText(context, sql`artists.plain_name`, op, text)
  const isTitled = comparedText(context, sql`albums.plain_title`, op, text)
  return sql`(tracks.id in (
      select track_artists.track_id from track_artists
      inner join artists on artists.id = track_artists.artist_id where ${isNamed})
    or (tracks.album_id in (
      select album_artists.album_id from album_artists
      inner join artists on artists.id = album_artists.artist_id where ${isNamed}
      union all
      select albums.id from albums where albums.artist_name is null and ${isTitled})
    and tracks.artist_name is null))`
}

type NumberRule = { op: 'is' | 'less' | 'more'; value: number } | { op: 'between'; from: number; to: number }

function comparedNumber(column: Value, rule: NumberRule): Condition {
  switch (rule.op) {
    case 'is':
      return sql`${column} = ${rule.value}`
    case 'less':
      return sql`${column} < ${rule.value}`
    case 'more':
      return sql`${column} > ${rule.value}`
    default:
      return sql`${column} between ${rule.from} and ${rule.to}`
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

type TimeRule = Extract<Rule, { field: 'added' | 'lastPlayed' }>

/**
 * Compares times as texts, because ISO 8601 times in UTC sort as texts. The empty text means that the track was never
 * played.
 */
function comparedTime({ now }: RuleContext, column: Value, rule: TimeRule): Condition {
  switch (rule.op) {
    case 'within':
      return sql`${column} >= ${daysBefore(now, rule.days)}`
    case 'notWithin':
      return sql`${column} < ${daysBefore(now, rule.days)}`
    case 'before':
      return sql`(${column} < ${rule.day} and ${column} <> '')`
    case 'after':
      return sql`${column} >= ${daysBefore(new Date(rule.day), -1).slice(0, rule.day.length)}`
    default:
      return sql`${column} = ''`
  }
}

function daysBefore(time: Date, days: number): string {
  return new Date(time.getTime() - days * DAY_MS).toISOString()
}
