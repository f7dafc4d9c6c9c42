import * as contract from '@tonarchiv/contract/premieres'
import { hasKey } from '#access/caller.ts'
import { seenBy } from '#access/seen-by.ts'
import { actorOf } from '#features/audit-log/index.ts'
import { type Catalog, closedAlbums } from '#features/catalog/index.ts'
import type { PremiereRooms } from '#features/rooms/index.ts'
import type { Bind } from '#http/bind.ts'
import type { Services } from '#services.ts'
import { eveningOf, liveEvenings, readEvening } from './evenings.ts'
import { removeReminder } from './store.ts'
import { albumPremiere, closeNotice, premieresFor, remind } from './premieres.ts'

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

export function registerPremieres(
  bind: Bind,
  services: Services,
  { premieres, rooms }: Pick<Catalog, 'premieres'> & { rooms: PremiereRooms },
): void {
  const { db, now } = services
  const needs = { ...services, rooms }
  bind(contract.listPremieres, async ({ caller }) => ({
    ...(await premieresFor(seenBy(services, caller), caller)),
    live: hasKey(caller) ? await liveEvenings(seenBy(needs, caller), caller) : [],
    timeZone,
    now: now().getTime(),
  }))
  bind(contract.getPremiereEvening, async ({ caller, params }) => ({
    evening: await eveningOf(seenBy(needs, caller), caller, params.albumId),
    now: now().getTime(),
  }))
  bind(contract.readPremiereEvening, async ({ caller, params }) => ({
    conversationId: await readEvening(seenBy(needs, caller), caller, params.albumId),
  }))
  bind(contract.remindOfPremiere, async ({ caller, params }) => {
    await remind(seenBy(services, caller), caller, params.albumId)
    return { success: true }
  })
  bind(contract.forgetPremiere, async ({ caller, params }) => {
    await removeReminder(db, params.albumId, caller.id)
    return { success: true }
  })
  bind(contract.closePremiereNotice, async ({ caller, params }) => {
    await closeNotice(seenBy(services, caller), caller, params.albumId)
    return { success: true }
  })

  bind(contract.listClosedAlbums, async () => {
    const albums = await closedAlbums(db, contract.CLOSED_ALBUMS_MAX)
    return { albums: albums.map(({ id, title, opensAt }) => ({ albumId: id, title, opensAt })) }
  })

  const shown = async (titleOrId: string) => ({
    premiere: await albumPremiere(services, titleOrId),
    timeZone,
    now: now().getTime(),
  })
  bind(contract.getAlbumPremiere, async ({ params }) => shown(params.albumTitel))
  bind(contract.setAlbumPremiere, async ({ caller, request, params, body: { opensAt, ...body } }) => {
    const settings = { ...body, opensAt: new Date(opensAt).toISOString() }
    const { id } = await premieres.set(actorOf(caller, request), params.albumTitel, settings)
    return shown(id)
  })
  bind(contract.cancelAlbumPremiere, async ({ caller, request, params }) =>
    shown((await premieres.cancel(actorOf(caller, request), params.albumTitel)).id),
  )
  bind(contract.openAlbumNow, async ({ caller, request, params }) =>
    shown((await premieres.openNow(actorOf(caller, request), params.albumTitel)).id),
  )
}
