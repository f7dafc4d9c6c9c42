import { type Kysely, sql } from 'kysely'

interface TitlesOfThatDay {
  tracks: { id: string; title: string; plain_title: string }
  albums: { id: string; title: string; plain_title: string }
}

const ROWS_AT_ONCE = 1000

/**
 * Smart playlists: rules instead of entries. Titles are stored in plain letters too, because rules compare them
 * without case and accents. The indexes contain all columns that rules of tracks, plays and favorites read, so
 * that counting the tracks that match reads no table.
 */
export async function up(db: Kysely<TitlesOfThatDay>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await sql`alter table playlists add column rules text`.execute(db)
  const text = kind === 'postgres' ? sql`text collate "C" not null default ''` : sql`text not null default ''`
  for (const table of ['albums', 'tracks'] as const) {
    await sql`alter table ${sql.table(table)} add column plain_title ${text}`.execute(db)
    await fillPlainTitles(db, kind, table)
  }
  await sql`create index tracks_for_rules on tracks
    (album_id, position, id, duration_seconds, created_at, format, plain_title)
    where file_name is not null`.execute(db)
  for (const [name, table, columns] of [
    ['track_plays_for_rules', 'track_plays', ['track_id', 'count', 'last_played_at']],
    ['personal_plays_for_rules', 'personal_plays', ['user_id', 'track_id', 'count', 'last_played_at']],
    ['favorites_for_rules', 'favorites', ['user_id', 'track_id']],
  ] as const)
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute()
  await db.schema
    .createTable('smart_playlist_totals')
    .addColumn('playlist_id', 'text', (column) =>
      column.notNull().references('playlists.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('entry_count', 'integer', (column) => column.notNull())
    .addColumn('duration_seconds', 'double precision', (column) => column.notNull())
    .addColumn('first_track_ids', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('smart_playlist_totals_key', ['playlist_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('smart_playlist_totals_of_user')
    .on('smart_playlist_totals')
    .column('user_id')
    .execute()
}

async function fillPlainTitles(
  db: Kysely<TitlesOfThatDay>,
  kind: 'sqlite' | 'postgres',
  table: 'albums' | 'tracks',
): Promise<void> {
  let last = ''
  for (;;) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'title'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.id
    const json = JSON.stringify(
      rows.map(({ id, title }) => ({
        id,
        plain: table === 'tracks' ? plainTitleOfTrack(title) : plainTitle(title),
      })),
    )
    const name = sql.table(table)
    await (
      kind === 'sqlite'
        ? sql`update ${name} set plain_title = made.value ->> 'plain'
            from json_each(${json}) as made where ${name}.id = made.value ->> 'id'`
        : sql`update ${name} set plain_title = made.plain
            from json_to_recordset(${json}::json) as made(id text, plain text) where ${name}.id = made.id`
    ).execute(db)
  }
}

const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  ς: 'σ',
}

/** A copy of the archive's rule at the time of this migration; the original may change, this one must not. */
function plainTitleOfTrack(title: string): string {
  return title.includes('[FEHLT]') ? '' : plainTitle(title.replace(/\.(?:mp3|m4a|wav)$/i, ''))
}

function plainTitle(title: string): string {
  const plain = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[ßæœøđðħıłþς]/gu, (letter) => PLAIN_LETTERS[letter] ?? letter)
  return (plain || title).slice(0, 300).toWellFormed()
}
