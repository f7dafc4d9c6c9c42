import { artistNotFound } from '@tonarchiv/contract/artists'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { findArtist } from '../store/artist-albums.ts'
import { setSortName } from '../store/artists.ts'
import { changeArchive } from './change-archive.ts'

/**
 * Changes the name by which an artist is sorted. An empty one is replaced by the default, which is derived from the
 * name.
 * @returns the sort name
 * @throws Refused `artistNotFound`
 */
export async function changeSortName(
  services: Pick<Services, 'db' | 'events' | 'now'>,
  actor: Actor,
  id: string,
  given: string,
): Promise<string> {
  return changeArchive(services, async (trx) => {
    const before = await findArtist(trx, id)
    if (before === undefined) throw new Refused(artistNotFound)
    const sortName = await setSortName(trx, before, given)
    await recordAuditEvent(trx, actor, services.now(), {
      action: 'artist.update',
      target: id,
      before: { name: before.name, sortName: before.sortName },
      after: { name: before.name, sortName },
    })
    return sortName
  })
}
