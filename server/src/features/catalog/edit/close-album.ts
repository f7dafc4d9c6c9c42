import { premiereInPast } from '@tonarchiv/contract/premieres'
import type { Executor } from '#database/prepared.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { removeFromLists, savePremiere } from '../store/premieres.ts'

/** When the album opens, and whether its cover is hidden until then. */
export interface PremiereSettings {
  /** ISO 8601 in UTC. */
  opensAt: string
  isCovered: boolean
}

/** @throws Refused `premiereInPast` */
export function requireFuture({ now }: Pick<Services, 'now'>, { opensAt }: PremiereSettings): void {
  if (Date.parse(opensAt) <= now().getTime())
    throw new Refused(premiereInPast, { fields: { opensAt: premiereInPast.text } })
}

/**
 * Closes an album that the transaction of the caller has added, until its premiere.
 * @throws Refused `premiereInPast`
 */
export async function closeAlbum(
  services: Pick<Services, 'db' | 'now'>,
  trx: Executor,
  album: Parameters<typeof removeFromLists>[2],
  settings: PremiereSettings,
): Promise<void> {
  requireFuture(services, settings)
  const { opensAt, isCovered } = settings
  await savePremiere(trx, { albumId: album.id, opensAt, isCovered: isCovered ? 1 : 0, openedAt: null })
  await removeFromLists(trx, services.db.kind, album)
}
