import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

/** A track whose file browsers cannot play. */
export interface DueTrack {
  trackId: string
  storageName: string
  sizeBytes: number
}

/** The next track to convert. No process has claimed it, and there were fewer than `triesMax` attempts. */
export async function findDue(db: Db, at: string, triesMax: number): Promise<DueTrack | undefined> {
  const row = await db
    .selectFrom('tracks')
    .leftJoin('conversions', 'conversions.trackId', 'tracks.id')
    .select(['tracks.id as trackId', 'tracks.storageName', 'tracks.sizeBytes'])
    // The value is a literal, so that the partial index is used.
    .where('tracks.needsConversion', '=', (eb) => eb.lit(1))
    .where('tracks.storageName', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('conversions.trackId', 'is', null),
        eb('conversions.storedFile', '<>', eb.ref('tracks.storageName')),
        eb.and([
          eb('conversions.tries', '<', triesMax),
          eb.or([eb('conversions.claimedUntil', 'is', null), eb('conversions.claimedUntil', '<=', at)]),
        ]),
      ]),
    )
    .orderBy('tracks.id')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined || row.storageName === null) return undefined
  return { trackId: row.trackId, storageName: row.storageName, sizeBytes: row.sizeBytes ?? 0 }
}

/**
 * Claims a track and counts the attempt.
 * @returns false if another process has claimed the track since it was read
 */
export async function claim(
  db: Db,
  { trackId, storageName }: DueTrack,
  { at, until, triesMax }: { at: string; until: string; triesMax: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('conversions')
    .values({ trackId, storedFile: storageName, tries: 1, claimedUntil: until })
    .onConflict((conflict) =>
      conflict
        .column('trackId')
        .doUpdateSet((eb) => ({
          storedFile: storageName,
          tries: eb
            .case()
            .when('conversions.storedFile', '=', storageName)
            .then(eb('conversions.tries', '+', 1))
            .else(1)
            .end(),
          claimedUntil: until,
        }))
        .where((eb) =>
          eb.or([
            eb('conversions.storedFile', '<>', storageName),
            eb.and([
              eb('conversions.tries', '<', triesMax),
              eb.or([eb('conversions.claimedUntil', 'is', null), eb('conversions.claimedUntil', '<=', at)]),
            ]),
          ]),
        ),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function renewClaim(db: Db, { trackId }: DueTrack, until: string): Promise<void> {
  await db.updateTable('conversions').set({ claimedUntil: until }).where('trackId', '=', trackId).execute()
}

/** Ends the claim. If `isCounted` is false, the attempt is subtracted from the number of attempts again. */
export async function release(
  db: Db,
  { trackId }: DueTrack,
  { isCounted }: { isCounted: boolean },
): Promise<void> {
  await db
    .updateTable('conversions')
    .set((eb) => ({ claimedUntil: null, tries: eb('tries', '-', isCounted ? 0 : 1) }))
    .where('trackId', '=', trackId)
    .execute()
}

export async function removeAttempts(db: Db, { trackId }: DueTrack): Promise<void> {
  await db.deleteFrom('conversions').where('trackId', '=', trackId).execute()
}
