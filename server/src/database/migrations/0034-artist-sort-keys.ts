import { type Kysely, sql } from 'kysely'
import { plainName } from './0026-artist-names.ts'

interface TablesOfThatDay {
  artists: { id: string; sort_name: string; sort_key: string }
}

const ARTISTS_AT_ONCE = 500

/** Artists are sorted by their sort names in plain letters, in the same order on both databases. */
export async function up(db: Kysely<TablesOfThatDay>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const text = kind === 'postgres' ? sql`text collate "C" not null default ''` : sql`text not null default ''`
  await sql`alter table artists add column sort_key ${text}`.execute(db)
  let last = ''
  for (;;) {
    const artists = await db
      .selectFrom('artists')
      .select(['id', 'sort_name as name'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(ARTISTS_AT_ONCE)
      .execute()
    for (const { id, name } of artists)
      await db
        .updateTable('artists')
        .set({ sort_key: plainName(name) })
        .where('id', '=', id)
        .execute()
    const end = artists.at(-1)
    if (end === undefined) return
    last = end.id
  }
}
