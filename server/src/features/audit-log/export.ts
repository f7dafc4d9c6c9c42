import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

/** The actions of an account as an admin, for its export. */
export const auditLogExport = {
  name: 'adminActs',
  read: async (db: Kysely<Schema>, userId: string) =>
    db
      .selectFrom('adminActs')
      .select(['at', 'address', 'action', 'target', 'before', 'after'])
      .where('actorId', '=', userId)
      .orderBy('id')
      .execute(),
}
