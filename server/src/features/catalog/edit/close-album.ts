import { premiereInPast } from '@tonarchiv/contract/premieres'
import { insertPendingUpload, type PendingUpload } from '#database/pending-uploads.ts'
import type { Executor } from '#database/prepared.ts'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { removeFromLists, savePremiere } from '../store/premieres.ts'

/** When the album opens, whether its cover is hidden until then, and whether the chat room gets a message about it. */
export interface PremiereSettings {
  /** ISO 8601 in UTC. */
  opensAt: string
  isCovered: boolean
  /** A premiere that was announced stays announced. */
  isAnnounced?: boolean | undefined
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
  const { opensAt, isCovered, isAnnounced = false } = settings
  await savePremiere(trx, {
    albumId: album.id,
    opensAt,
    isCovered: isCovered ? 1 : 0,
    openedAt: null,
    isAnnounced: isAnnounced ? 1 : 0,
  })
  await removeFromLists(trx, services.db.kind, album)
}

/**
 * Announces the premiere of an album in the chat room. Call it with the transaction that stores that it is announced,
 * and emit `uploaded` with the result after the commit.
 */
export async function announcePremiere(
  { now }: Pick<Services, 'now'>,
  trx: Executor,
  actor: Actor,
  { id, title }: { id: string; title: string },
): Promise<PendingUpload> {
  await recordAuditEvent(trx, actor, now(), { action: 'premiere.announce', target: id, after: { title } })
  return insertPendingUpload(trx, { userId: actor.id, kind: 'premiere', ids: [id] }, now())
}
