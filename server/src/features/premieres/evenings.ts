import { type PremiereEvening, PREMIERES_MAX } from '@tonarchiv/contract/premieres'
import { notFound } from '@tonarchiv/contract/refusal'
import type { Caller } from '#access/caller.ts'
import {
  albumWithPremiere,
  coverUrlOf,
  latestPremieres,
  premiereOf,
  type AlbumWithPremiere,
} from '#features/catalog/index.ts'
import { countMessages, letRead } from '#features/chat/index.ts'
import type { PremiereRooms } from '#features/rooms/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'

interface Needs extends Pick<Services, 'db' | 'now'> {
  rooms: PremiereRooms
}

/** How long after its premiere an album may still play in its room. */
const LIVE_MS = 24 * 3_600_000

/** The evening of an album, as a member with archive access sees it; null for an album without one. */
export async function eveningOf(
  needs: Needs,
  caller: Caller,
  albumId: string,
): Promise<PremiereEvening | null> {
  const album = await albumWithPremiere(needs.db, albumId)
  if (album === undefined || album.opensAt === null) return null
  return eveningToWire(needs, caller, album)
}

/** The evenings at which an album plays at the moment. */
export async function liveEvenings(needs: Needs, caller: Caller): Promise<PremiereEvening[]> {
  const since = new Date(needs.now().getTime() - LIVE_MS).toISOString()
  const evenings: PremiereEvening[] = []
  for (const album of await latestPremieres(needs.db, since, PREMIERES_MAX)) {
    const evening = await eveningToWire(needs, caller, album)
    if (evening?.phase === 'live') evenings.push(evening)
  }
  return evenings
}

async function eveningToWire(
  { db, rooms }: Needs,
  caller: Caller,
  { id: albumId, title, coverName, opensAt, openedAt, isCovered }: AlbumWithPremiere,
): Promise<PremiereEvening | null> {
  const progress = await rooms.progress(albumId)
  if (progress === undefined) return null
  const isHidden = (openedAt === null && isCovered === 1) || coverName === null
  return {
    albumId,
    title,
    opensAt: opensAt ?? openedAt ?? '',
    openedAt,
    coverUrl: isHidden ? null : coverUrlOf(coverName),
    isCovered: isCovered === 1,
    isReminded: await store.hasReminder(db, albumId, caller.id),
    ...progress,
    messageCount: await countMessages(db, albumId),
  }
}

/**
 * Lets the caller read the conversation of a premiere evening, whose album has been published.
 * @returns the id of the conversation
 * @throws Refused `notFound` before the premiere, and for an album without one
 */
export async function readEvening(
  { db, now, rooms }: Needs,
  { id: userId }: Caller,
  albumId: string,
): Promise<string> {
  const premiere = await premiereOf(db, albumId)
  const isOpen = premiere !== undefined && premiere.openedAt !== null
  if (!isOpen || (await rooms.progress(albumId)) === undefined) throw new Refused(notFound)
  await letRead(db, albumId, { userId, at: now().toISOString() })
  return albumId
}
