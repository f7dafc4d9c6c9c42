import type { Database } from '#database/open.ts'
import { scopedDatabase } from '#database/scoped.ts'
import type { Caller } from './caller.ts'

/**
 * Returns services whose database contains only the part of the archive that the caller may see. Every call that reads
 * albums, tracks, artists or videos for a member uses them. For a caller with the whole archive they are `services`.
 */
export function seenBy<S extends { db: Database }>(services: S, { scope }: Pick<Caller, 'scope'>): S {
  return scope === undefined ? services : { ...services, db: scopedDatabase(services.db, scope) }
}
