import { type Executor, isOneOf, prepared } from '#database/prepared.ts'

const selectDurations = prepared<{ ids: readonly string[] }, { albumId: string; seconds: number }>(
  (db, slot) =>
    db
      .selectFrom('openTracks as tracks')
      .select((eb) => ['albumId', eb.fn.sum<number>('durationSeconds').as('seconds')])
      .where(isOneOf(db, 'albumId', slot('ids')))
      .groupBy('albumId'),
)

/** The durations of albums in seconds; albums without tracks are omitted. */
export async function albumDurations(db: Executor, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  return new Map((await selectDurations(db, { ids })).map(({ albumId, seconds }) => [albumId, seconds]))
}
