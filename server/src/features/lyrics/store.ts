import type { Selectable } from 'kysely'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

/** The lyrics of a track. */
export type LyricsRow = Selectable<Schema['trackLyrics']>

const selectByTracks = prepared<{ trackIds: readonly string[] }, LyricsRow>((db, slot) =>
  db
    .selectFrom('trackLyrics')
    .selectAll()
    .where(isOneOf(db, 'trackId', slot('trackIds'))),
)

/** The lyrics of tracks by their ids, also those that an admin has removed. */
export async function storedLyrics(
  db: Executor,
  trackIds: readonly string[],
): Promise<Map<string, LyricsRow>> {
  if (trackIds.length === 0) return new Map()
  return new Map((await selectByTracks(db, { trackIds })).map((row) => [row.trackId, row]))
}

/**
 * Stores lyrics in place of those that were read before.
 * @returns false when others have been stored meanwhile
 */
export async function replaceLyrics(
  trx: Executor,
  row: LyricsRow,
  before: LyricsRow | undefined,
): Promise<boolean> {
  if (before === undefined) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('trackLyrics')
      .values(row)
      .onConflict((conflict) => conflict.column('trackId').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await trx
    .updateTable('trackLyrics')
    .set(row)
    .where('trackId', '=', row.trackId)
    .where('updatedAt', '=', before.updatedAt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
