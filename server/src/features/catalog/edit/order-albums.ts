import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { staleList } from '@tonarchiv/contract/refusal'
import type { Database } from '#database/open.ts'
import type { Executor } from '#database/prepared.ts'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { changeArchive } from './change-archive.ts'
import type { AlbumRow } from '../store/album-rows.ts'
import { idsOfFullList } from './full-list.ts'
import { planMoves } from '#platform/sort-keys.ts'
import { searchIndexOf } from '../search/search-index.ts'
import { indexEntryOf } from '../store/index-entry.ts'
import { isClosed } from '../store/premieres.ts'
import { titleKeyOf } from '../store/title-key.ts'
import { albumInOrder, albumsInOrder, nameOfOrder, setPlace } from '../store/album-order.ts'
import { tracksOfAlbums } from '../store/album-tracks.ts'

/** Number of albums after which a large change of the order yields to other requests. */
const ALBUMS_PER_STEP = 20

/**
 * Sorts all albums by a list of their titles or ids. Only the albums that moved are written. `seen` identifies the
 * order that the admin saw before the change.
 * @returns an identifier of the new order
 * @throws Refused `staleList`
 */
export async function orderAlbums(
  services: Pick<Services, 'db' | 'events' | 'now'>,
  actor: Actor,
  entries: readonly string[],
  seen?: string,
): Promise<string> {
  const { db, now } = services
  return changeArchive(services, async (trx) => {
    const current = await albumsInOrder(trx)
    if (seen !== undefined && seen !== nameOfOrder(current.map(({ id }) => id))) throw new Refused(staleList)
    const idOfTitle = new Map(current.map(({ id, titleKey }) => [titleKey, id]))
    const wanted = idsOfFullList(
      entries,
      current.map(({ id }) => id),
      (entry) => idOfTitle.get(titleKeyOf(entry)) ?? entry,
    )
    const moves = planMoves(current, wanted)
    await moveAlbums(trx, db.kind, moves)
    // If a single album was moved, the audit log names it.
    const [moved] = moves.keys()
    const album = moves.size === 1 && moved !== undefined ? await albumInOrder(trx, moved) : undefined
    const after = { moved: moves.size, ...(album && { title: album.title }) }
    await recordAuditEvent(trx, actor, now(), { action: 'albums.order', target: 'albums', after })
    return nameOfOrder(wanted)
  })
}

async function moveAlbums(
  trx: Executor,
  kind: Database['kind'],
  moves: ReadonlyMap<string, number>,
): Promise<void> {
  const index = searchIndexOf(kind)
  // First all moved albums get temporary keys, so that no key is used twice.
  const moving: { album: AlbumRow; place: number; isListed: boolean }[] = []
  for (const [id, place] of moves) {
    const album = await albumInOrder(trx, id)
    const isListed = !(await isClosed(trx, id))
    if (isListed) await index.remove(trx, album.place)
    await setPlace(trx, id, -1 - moving.length)
    moving.push({ album, place, isListed })
    if (moving.length % ALBUMS_PER_STEP === 0) await yieldToEventLoop()
  }
  moving.sort((a, b) => a.place - b.place)
  for (let start = 0; start < moving.length; start += ALBUMS_PER_STEP) {
    const some = moving.slice(start, start + ALBUMS_PER_STEP)
    const tracks = await tracksOfAlbums(
      trx,
      some.map(({ album }) => album.id),
    )
    for (const { album, place, isListed } of some) {
      await setPlace(trx, album.id, place)
      if (isListed) await index.add(trx, [indexEntryOf({ ...album, place }, tracks.of(album.id))])
    }
    await yieldToEventLoop()
  }
}
