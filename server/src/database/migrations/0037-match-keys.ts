import { type Kysely, sql } from 'kysely'

interface TracksOfThatDay {
  tracks: { id: string; plain_title: string; match_key: number }
}

const ROWS_AT_ONCE = 1000

/** Tracks are found by their titles in the spelling of other programs, for the import of playlists. */
export async function up(db: Kysely<TracksOfThatDay>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await sql`alter table tracks add column match_key integer not null default 0`.execute(db)
  let last = ''
  for (;;) {
    const rows = await db
      .selectFrom('tracks')
      .select(['id', 'plain_title as plain'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    const end = rows.at(-1)
    if (end === undefined) break
    last = end.id
    const json = JSON.stringify(rows.map(({ id, plain }) => ({ id, key: matchKeyOfPlain(plain) })))
    await (
      kind === 'sqlite'
        ? sql`update tracks set match_key = made.value ->> 'key'
            from json_each(${json}) as made where tracks.id = made.value ->> 'id'`
        : sql`update tracks set match_key = made.key
            from json_to_recordset(${json}::json) as made(id text, key integer) where tracks.id = made.id`
    ).execute(db)
  }
  await sql`create index tracks_of_match_key on tracks (match_key) where file_name is not null`.execute(db)
}

/** A copy of the archive's rule at the time of this migration; the original may change, this one must not. */
function matchKeyOfPlain(plain: string): number {
  const short = plain.replaceAll(/([aou])e/g, '$1')
  const letters = short.replaceAll(/[^\p{L}\p{N}]+/gu, '')
  let hash = 0x811c9dc5
  for (const unit of (letters === '' ? short : letters).split(''))
    hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193)
  return hash & 0x7fffffff
}
