import { type Executor, prepared } from '#database/prepared.ts'
import type { Total } from './totals.ts'

const raise = prepared<Record<string, never>, unknown>((db) =>
  db.updateTable('archiveState').set((eb) => ({ version: eb('version', '+', 1) })),
)
const selectTotals = prepared<Record<string, never>, TotalRow>((db) =>
  db
    .selectFrom('archiveState')
    .leftJoin('albumTotals', (join) => join.onTrue())
    .select((eb) => [
      'version',
      'playableTracks',
      eb.fn.coalesce('type', eb.val('album' as const)).as('type'),
      eb.fn.coalesce('year', eb.val(0)).as('year'),
      eb.fn.coalesce('albums', eb.val(0)).as('albums'),
    ]),
)
const selectVersion = prepared<Record<string, never>, { version: number }>((db) =>
  db.selectFrom('archiveState').select('version'),
)
const changePlayable = prepared<{ change: number }, unknown>((db, slot) =>
  db.updateTable('archiveState').set((eb) => ({ playableTracks: eb('playableTracks', '+', slot('change')) })),
)

/**
 * Increments the version of the archive. This locks the single row of the archive's state until the transaction ends.
 */
export async function raiseVersion(trx: Executor): Promise<void> {
  await raise(trx, {})
}

export async function versionNow(db: Executor): Promise<number | undefined> {
  const [state] = await selectVersion(db, {})
  return state?.version
}

/** A number of albums, with the number of playable tracks in the whole archive and the archive's version. */
type TotalRow = Total & { playableTracks: number; version: number }

/** The numbers of albums by type and year. Without albums the result is one row with the number 0. */
export async function totalsAndVersion(db: Executor): Promise<TotalRow[]> {
  return selectTotals(db, {})
}

export async function countPlayable(trx: Executor, change: number): Promise<void> {
  if (change !== 0) await changePlayable(trx, { change })
}
