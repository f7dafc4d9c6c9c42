import type { Database } from '#database/open.ts'
import { scopedDatabase } from '#database/scoped.ts'
import type { Caller } from './caller.ts'

/**
 * The services with the database as this caller may read the archive. Every call that reads albums, tracks, artists or
 * videos for a member works with them. A caller with the whole archive gets the same services.
 */
export function seenBy<S extends { db: Database }>(services: S, { scope }: Pick<Caller, 'scope'>): S {
  return scope === undefined ? services : { ...services, db: scopedDatabase(services.db, scope) }
}
