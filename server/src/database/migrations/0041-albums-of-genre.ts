import { type Kysely, sql } from 'kysely'

/** Albums and songs are listed by genre. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index albums_of_genre on album_genres (name, album_id)`.execute(db)
}
