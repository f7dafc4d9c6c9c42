import { albumIsOpen, premiereNotSet } from '@tonarchiv/contract/premieres'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import type { PendingUpload } from '#database/pending-uploads.ts'
import type { Executor } from '#database/prepared.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { FoundAlbum } from '../store/one-album.ts'
import { addToLists, dueAlbums, type PremiereRow, premiereOf, savePremiere } from '../store/premieres.ts'
import { albumToChange } from './change-album.ts'
import { changeArchive } from './change-archive.ts'
import { announcePremiere, type PremiereSettings, requireFuture } from './close-album.ts'

type Needs = Pick<Services, 'db' | 'events' | 'now'>

/**
 * Moves the premiere of a closed album, sets it again after it was called off, or announces it, which happens once.
 * @throws Refused `notFound`, `premiereInPast`, `albumIsOpen`
 */
export async function setPremiere(
  services: Needs,
  actor: Actor,
  titleOrId: string,
  settings: PremiereSettings,
): Promise<FoundAlbum> {
  return changePremiere(services, actor, titleOrId, async (trx, album, before) => {
    // An album without a premiere, or after it, cannot be closed: members have it in their lists and their history.
    if (before === undefined || before.openedAt !== null) throw new Refused(albumIsOpen)
    requireFuture(services, settings)
    const { opensAt } = settings
    const isCovered = settings.isCovered ? 1 : 0
    const isAnnouncedNow = settings.isAnnounced === true && before.isAnnounced === 0
    await savePremiere(trx, { ...before, opensAt, isCovered, ...(isAnnouncedNow && { isAnnounced: 1 }) })
    const isChanged = before.opensAt !== opensAt || before.isCovered !== isCovered
    if (isChanged || !isAnnouncedNow) {
      const action = before.opensAt === null ? 'premiere.set' : 'premiere.move'
      await note(services, trx, actor, album, action, before, settings)
    }
    return isAnnouncedNow ? announcePremiere(services, trx, actor, album) : undefined
  })
}

/**
 * Calls a premiere off. The album stays closed, so that only admins see it.
 * @throws Refused `notFound`, `premiereNotSet`
 */
export async function cancelPremiere(services: Needs, actor: Actor, titleOrId: string): Promise<FoundAlbum> {
  return changePremiere(services, actor, titleOrId, async (trx, album, before) => {
    if (before === undefined || before.openedAt !== null || before.opensAt === null)
      throw new Refused(premiereNotSet)
    await savePremiere(trx, { ...before, opensAt: null })
    await note(services, trx, actor, album, 'premiere.cancel', before, undefined)
    return undefined
  })
}

/**
 * Opens a closed album at once.
 * @throws Refused `notFound`, `premiereNotSet`
 */
export async function openNow(services: Needs, actor: Actor, titleOrId: string): Promise<FoundAlbum> {
  const { db, now } = services
  return changePremiere(services, actor, titleOrId, async (trx, album, before) => {
    if (before === undefined || before.openedAt !== null) throw new Refused(premiereNotSet)
    await savePremiere(trx, { ...before, openedAt: now().toISOString() })
    await addToLists(trx, db.kind, album)
    await note(services, trx, actor, album, 'premiere.open', before, undefined)
    return undefined
  })
}

/**
 * Opens the albums whose premiere is due.
 * @returns the ids of the albums that this call has opened
 */
export async function openDueAlbums(services: Needs): Promise<string[]> {
  const { db, now } = services
  const at = now().toISOString()
  if ((await dueAlbums(db, at)).length === 0) return []
  const opened = await changeArchive(services, async (trx) => {
    const due = await dueAlbums(trx, at)
    for (const album of due) {
      const { id: albumId, opensAt, isCovered } = album
      await savePremiere(trx, { albumId, opensAt, isCovered, openedAt: opensAt })
      await addToLists(trx, db.kind, album)
    }
    return due.map(({ id }) => id)
  })
  for (const albumId of opened) services.events.emit('premiereChanged', { albumId, actorId: null })
  return opened
}

/** @param change - returns the announcement if the change announces the premiere */
async function changePremiere(
  services: Needs,
  actor: Actor,
  titleOrId: string,
  change: (
    trx: Executor,
    album: FoundAlbum,
    before: PremiereRow | undefined,
  ) => Promise<PendingUpload | undefined>,
): Promise<FoundAlbum> {
  const { album, announcement } = await changeArchive(services, async (trx) => {
    const album = await albumToChange(trx, titleOrId)
    return { album, announcement: await change(trx, album, await premiereOf(trx, album.id)) }
  })
  services.events.emit('premiereChanged', { albumId: album.id, actorId: actor.id })
  if (announcement !== undefined) services.events.emit('uploaded', announcement)
  return album
}

async function note(
  { now }: Pick<Services, 'now'>,
  trx: Executor,
  actor: Actor,
  { id, title }: FoundAlbum,
  action: `premiere.${'set' | 'move' | 'cancel' | 'open'}`,
  before: PremiereRow | undefined,
  after: PremiereSettings | undefined,
): Promise<void> {
  await recordAuditEvent(trx, actor, now(), {
    action,
    target: id,
    ...(before !== undefined && { before: { opensAt: before.opensAt, isCovered: before.isCovered === 1 } }),
    after: { title, ...(after !== undefined && { opensAt: after.opensAt, isCovered: after.isCovered }) },
  })
}
