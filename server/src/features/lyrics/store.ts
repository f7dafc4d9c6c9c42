import type { Selectable } from 'kysely'
import { insertRows } from '#database/insert-rows.ts'
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

/**
 * The lyrics of tracks, by the ids of the tracks. Tracks whose lyrics an admin has removed have a row with an empty
 * text.
 */
export async function storedLyrics(
  db: Executor,
  trackIds: readonly string[],
): Promise<Map<string, LyricsRow>> {
  if (trackIds.length === 0) return new Map()
  return new Map((await selectByTracks(db, { trackIds })).map((row) => [row.trackId, row]))
}

/**
 * Replaces lyrics if they are still those that were read before.
 * @returns false when the lyrics have changed in the meantime
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

const COLUMNS = { trackId: 'text', text: 'text', source: 'text', updatedAt: 'text' } as const
const REPLACE = `on conflict (track_id) do update set text = excluded.text, source = excluded.source,
  updated_at = excluded.updated_at`
const upsertAll = insertRows<LyricsRow>('track_lyrics', COLUMNS, REPLACE)
const upsertUnedited = insertRows<LyricsRow>(
  'track_lyrics',
  COLUMNS,
  `${REPLACE} where track_lyrics.source <> 'edited'`,
)

/** Stores imported lyrics. Lyrics that an admin has entered are kept, unless `replacesEdited`. */
export async function putImportedLyrics(
  trx: Executor,
  rows: readonly LyricsRow[],
  { replacesEdited }: { replacesEdited: boolean },
): Promise<void> {
  await (replacesEdited ? upsertAll : upsertUnedited)(trx, rows)
}

/** Removes the lyrics of these tracks, except those that an admin has entered. */
export async function removeImportedLyrics(trx: Executor, trackIds: readonly string[]): Promise<void> {
  if (trackIds.length === 0) return
  await trx
    .deleteFrom('trackLyrics')
    .where('trackId', 'in', trackIds)
    .where('source', '<>', 'edited')
    .execute()
}
