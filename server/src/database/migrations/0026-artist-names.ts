import { type Kysely, sql } from 'kysely'

interface TablesOfThatDay {
  artists: { id: string; name: string; plain_name: string }
}

const ARTISTS_AT_ONCE = 500

/**
 * Each track and album stores its artists as one text too, because every list of tracks shows it. Artists are
 * found by their names in plain letters.
 */
export async function up(db: Kysely<TablesOfThatDay>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await sql`alter table albums add column artist_name text`.execute(db)
  await sql`alter table tracks add column artist_name text`.execute(db)
  const joined =
    kind === 'sqlite'
      ? sql`group_concat(name, ', ' order by position)`
      : sql`string_agg(name, ', ' order by position)`
  await sql`update albums set artist_name = (
    select ${joined}
    from album_artists inner join artists on artists.id = artist_id
    where album_id = albums.id)`.execute(db)
  await sql`update tracks set artist_name = (
    select ${joined}
    from track_artists inner join artists on artists.id = artist_id
    where track_id = tracks.id and role = 'main')`.execute(db)
  await sql`alter table artists add column plain_name text not null default ''`.execute(db)
  await fillPlainNames(db)
}

async function fillPlainNames(db: Kysely<TablesOfThatDay>): Promise<void> {
  let last = ''
  for (;;) {
    const artists = await db
      .selectFrom('artists')
      .select(['id', 'name'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(ARTISTS_AT_ONCE)
      .execute()
    for (const { id, name } of artists)
      await db
        .updateTable('artists')
        .set({ plain_name: plainName(name) })
        .where('id', '=', id)
        .execute()
    const end = artists.at(-1)
    if (end === undefined) return
    last = end.id
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
export function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[ßæœøđðħıłþς]/gu, (letter) => PLAIN_LETTERS[letter] ?? letter)
}
