import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

/** The unfinished uploads of an account, for its export. */
export const resumableUploadsExport = {
  name: 'uploads',
  read: async (db: Kysely<Schema>, userId: string) =>
    db
      .selectFrom('resumableUploads')
      .select(['id', 'kind', 'fileName', 'sizeBytes', 'createdAt', 'expiresAt'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute(),
}
