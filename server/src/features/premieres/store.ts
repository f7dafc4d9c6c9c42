import type { Kysely } from 'kysely'
import { prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

/** A member's reminder, with the premiere as it is now. */
export interface ReminderRow {
  albumId: string
  knownOpensAt: string | null
  opensAt: string | null
  openedAt: string | null
  title: string
}

/** Maximum number of reminders that are read for a member. */
const REMINDERS_MAX = 100

const selectReminders = prepared<{ userId: string; limit: number }, ReminderRow>((db, slot) =>
  db
    .selectFrom('premiereReminders')
    .innerJoin('premieres', 'premieres.albumId', 'premiereReminders.albumId')
    .innerJoin('albums', 'albums.id', 'premiereReminders.albumId')
    .select([
      'premiereReminders.albumId',
      'premiereReminders.knownOpensAt',
      'premieres.opensAt',
      'premieres.openedAt',
      'albums.title',
    ])
    .where('premiereReminders.userId', '=', slot('userId'))
    .orderBy('premiereReminders.createdAt', 'desc')
    .orderBy('premiereReminders.albumId')
    .limit(slot('limit')),
)

/** The reminders of a member; those of the latest premieres first. */
export async function remindersOf(db: Db, userId: string): Promise<ReminderRow[]> {
  return selectReminders(db, { userId, limit: REMINDERS_MAX })
}

const selectReminder = prepared<{ albumId: string; userId: string }, { albumId: string }>((db, slot) =>
  db
    .selectFrom('premiereReminders')
    .select('albumId')
    .where('userId', '=', slot('userId'))
    .where('albumId', '=', slot('albumId')),
)

export async function hasReminder(db: Db, albumId: string, userId: string): Promise<boolean> {
  return (await selectReminder(db, { albumId, userId })).length > 0
}

export async function insertReminder(
  db: Db,
  row: { albumId: string; userId: string; knownOpensAt: string; createdAt: string },
): Promise<void> {
  await db
    .insertInto('premiereReminders')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'albumId']).doNothing())
    .execute()
}

/** Stores the time that the member knows now. */
export async function setKnownTime(
  db: Db,
  { albumId, userId, opensAt }: { albumId: string; userId: string; opensAt: string | null },
): Promise<void> {
  await db
    .updateTable('premiereReminders')
    .set({ knownOpensAt: opensAt })
    .where('userId', '=', userId)
    .where('albumId', '=', albumId)
    .execute()
}

export async function removeReminder(db: Db, albumId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('premiereReminders')
    .where('userId', '=', userId)
    .where('albumId', '=', albumId)
    .execute()
}

/** The members who are informed about the premiere of an album, with the time that each of them knows. */
export async function remindedMembers(
  db: Db,
  albumId: string,
): Promise<{ userId: string; knownOpensAt: string | null }[]> {
  return db
    .selectFrom('premiereReminders')
    .select(['userId', 'knownOpensAt'])
    .where('albumId', '=', albumId)
    .execute()
}

export async function countReminders(db: Db, albumId: string): Promise<number> {
  const { count } = await db
    .selectFrom('premiereReminders')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('albumId', '=', albumId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Maximum number of premieres that `unsettledPremieres` returns. */
const UNSETTLED_MAX = 1000

/** The albums of premieres whose room is not in the state that it should have. */
export async function unsettledPremieres(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('premieres')
    .leftJoin('listeningRooms', 'listeningRooms.id', 'premieres.albumId')
    .select('premieres.albumId')
    .where((eb) =>
      eb.or([
        // Announced, and there is no room that waits.
        eb.and([
          eb('premieres.openedAt', 'is', null),
          eb('premieres.opensAt', 'is not', null),
          eb.or([eb('listeningRooms.id', 'is', null), eb('listeningRooms.endedAt', 'is not', null)]),
        ]),
        // Called off or open, and the room still waits.
        eb.and([
          eb.or([eb('premieres.openedAt', 'is not', null), eb('premieres.opensAt', 'is', null)]),
          eb('listeningRooms.endedAt', 'is', null),
          eb('listeningRooms.playedRevision', '=', 0),
        ]),
      ]),
    )
    .limit(UNSETTLED_MAX)
    .execute()
  return rows.map(({ albumId }) => albumId)
}

/** Removes the reminders of premieres that began before this time. */
export async function removeOldReminders(db: Db, openedBefore: string): Promise<void> {
  await db
    .deleteFrom('premiereReminders')
    .where('albumId', 'in', (eb) =>
      eb.selectFrom('premieres').select('albumId').where('openedAt', '<', openedBefore),
    )
    .execute()
}
