import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '#database/open.ts'
import { type Executor, prepared } from '#database/prepared.ts'
import { type Actor, recordAct } from '#features/admin-acts/index.ts'
import type { Services } from '#services.ts'
import { changeArchive } from './change-archive.ts'
import { type AlbumRow, albumColumns } from './find-albums.ts'
import { idsOfFullList } from './full-list.ts'
import { planMoves } from './places.ts'
import { searchIndexOf } from './search-index.ts'
import { indexEntryOf } from './store.ts'
import { titleKeyOf } from './title-key.ts'
import { readTrackList } from './track-list.ts'

/** Large moves let others have their turn after so many albums. */
const ALBUMS_PER_TURN = 20

const setPlace = prepared<{ id: string; place: number }, unknown>((db, slot) =>
  db
    .updateTable('albums')
    .set({ place: slot('place') })
    .where('id', '=', slot('id')),
)

/**
 * Puts all albums into an order given by titles or ids. Only those that moved are written.
 * @throws Refused `staleList`
 */
export async function orderAlbums(
  services: Pick<Services, 'db' | 'announcements' | 'now'>,
  actor: Actor,
  entries: readonly string[],
): Promise<void> {
  const { db, now } = services
  await changeArchive(services, async (trx) => {
    const current = await trx
      .selectFrom('albums')
      .select(['id', 'titleKey', 'place'])
      .orderBy('place')
      .execute()
    const idOfTitle = new Map(current.map(({ id, titleKey }) => [titleKey, id]))
    const wanted = idsOfFullList(
      entries,
      current.map(({ id }) => id),
      (entry) => idOfTitle.get(titleKeyOf(entry)) ?? entry,
    )
    const moves = planMoves(current, wanted)
    await moveAlbums(trx, db.kind, moves)
    const target = 'albums'
    await recordAct(trx, actor, now(), { action: 'albums.order', target, after: { moved: moves.size } })
  })
}

async function moveAlbums(
  trx: Executor,
  kind: Database['kind'],
  moves: ReadonlyMap<string, number>,
): Promise<void> {
  const index = searchIndexOf(kind)
  // First all leave their places, so that none is taken twice meanwhile.
  const moving: { album: AlbumRow; place: number }[] = []
  for (const [id, place] of moves) {
    const album = await movingAlbum(trx, id)
    await index.remove(trx, album.place)
    await setPlace(trx, { id, place: -1 - moving.length })
    moving.push({ album, place })
    if (moving.length % ALBUMS_PER_TURN === 0) await nextTurn()
  }
  moving.sort((a, b) => a.place - b.place)
  for (const [count, { album, place }] of moving.entries()) {
    await setPlace(trx, { id: album.id, place })
    await index.add(trx, indexEntryOf({ ...album, place }, readTrackList(album.trackList)))
    if (count % ALBUMS_PER_TURN === 0) await nextTurn()
  }
}

async function movingAlbum(trx: Executor, id: string): Promise<AlbumRow> {
  return trx.selectFrom('albums').select(albumColumns).where('id', '=', id).executeTakeFirstOrThrow()
}
