import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

/** The device of a session, and whether its account has archive access. Undefined when the session has ended. */
export async function findSessionDevice(db: Kysely<Schema>, sessionId: string) {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select([
      'sessions.name',
      'sessions.browser',
      'sessions.deviceType',
      'users.isAdmin',
      'users.keyVerified',
    ])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const hasArchiveAccess = row.isAdmin === 1 || row.keyVerified === 1
  return { name: row.name, browser: row.browser, kind: row.deviceType, hasArchiveAccess }
}
