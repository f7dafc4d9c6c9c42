import type { Selectable } from 'kysely'
import { type Executor, isOneOf } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import { sql } from 'kysely'

/** The totals of a smart playlist when an account last opened it. Lists of playlists show them. */
export interface SmartTotals {
  entryCount: number
  durationSeconds: number
  /** The ids of the tracks whose covers make the mosaic. */
  trackIds: readonly string[]
}

type Row = Selectable<Schema['smartPlaylistTotals']>

const totalsOf = ({ entryCount, durationSeconds, firstTrackIds }: Row): SmartTotals => ({
  entryCount,
  durationSeconds,
  trackIds: firstTrackIds === '' ? [] : firstTrackIds.split(' '),
})

/** The totals of smart playlists, by playlist. Playlists that the account has not opened are omitted. */
export async function smartTotalsOf(
  db: Executor,
  userId: string,
  playlistIds: readonly string[],
): Promise<Map<string, SmartTotals>> {
  if (playlistIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('smartPlaylistTotals')
    .selectAll()
    .where('userId', '=', userId)
    .where(isOneOf(db, 'playlistId', sql`${playlistIds}`))
    .execute()
  return new Map(rows.map((row) => [row.playlistId, totalsOf(row)]))
}

/** Saves the totals of a smart playlist. @throws a missing reference when the playlist was deleted in the meantime */
export async function saveSmartTotals(
  db: Executor,
  { playlistId, userId }: Pick<Row, 'playlistId' | 'userId'>,
  { entryCount, durationSeconds, trackIds }: SmartTotals,
): Promise<void> {
  const totals = { entryCount, durationSeconds, firstTrackIds: trackIds.join(' ') }
  await db
    .insertInto('smartPlaylistTotals')
    .values({ playlistId, userId, ...totals })
    .onConflict((conflict) => conflict.columns(['playlistId', 'userId']).doUpdateSet(totals))
    .execute()
}
