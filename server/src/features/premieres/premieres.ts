import {
  type AlbumPremiere,
  type Premiere,
  type PremiereNotice,
  PREMIERES_MAX,
} from '@tonarchiv/contract/premieres'
import { notFound } from '@tonarchiv/contract/refusal'
import { type Caller, hasKey } from '#access/caller.ts'
import {
  announcedAlbums,
  coverUrlOf,
  findAnyCurrentAlbum,
  premiereOf,
  type ClosedAlbum,
} from '#features/catalog/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'

type Needs = Pick<Services, 'db' | 'now'>

/** How many days after a premiere its message is still shown to a member who has not closed it. */
const NOTICE_DAYS = 30
const DAY_MS = 86_400_000

/** The coming premieres, and the messages about premieres, for one member. */
export async function premieresFor(
  { db }: Needs,
  caller: Caller,
): Promise<{ premieres: Premiere[]; notices: PremiereNotice[] }> {
  const albums = await announcedAlbums(db, PREMIERES_MAX)
  if (!hasKey(caller))
    return { premieres: albums.map(({ opensAt }) => ({ opensAt: opensAt ?? '' })), notices: [] }
  const reminders = await store.remindersOf(db, caller.id)
  const reminded = new Set(reminders.map(({ albumId }) => albumId))
  return {
    premieres: albums.map((album) => premiereToWire(album, reminded.has(album.id))),
    notices: reminders.flatMap(noticeOf),
  }
}

function premiereToWire(
  { id, title, coverName, opensAt, isCovered }: ClosedAlbum,
  isReminded: boolean,
): Premiere {
  const isHidden = isCovered === 1 || coverName === null
  return {
    opensAt: opensAt ?? '',
    album: {
      id,
      title,
      coverUrl: isHidden ? null : coverUrlOf(coverName),
      isCovered: isCovered === 1,
      isReminded,
    },
  }
}

function noticeOf({ albumId, title, knownOpensAt, opensAt, openedAt }: store.ReminderRow): PremiereNotice[] {
  if (openedAt !== null) return [{ albumId, title, kind: 'open', opensAt: openedAt }]
  if (opensAt === knownOpensAt) return []
  return [{ albumId, title, kind: opensAt === null ? 'cancelled' : 'moved', opensAt }]
}

/** @throws Refused `notFound` for an album without a coming premiere */
export async function remind({ db, now }: Needs, { id: userId }: Caller, albumId: string): Promise<void> {
  const premiere = await premiereOf(db, albumId)
  if (premiere === undefined || premiere.openedAt !== null || premiere.opensAt === null)
    throw new Refused(notFound)
  const createdAt = now().toISOString()
  await store.insertReminder(db, { albumId, userId, knownOpensAt: premiere.opensAt, createdAt })
}

/** Closes the message about a premiere. After the premiere the reminder is deleted, because no message follows. */
export async function closeNotice({ db }: Needs, { id: userId }: Caller, albumId: string): Promise<void> {
  const premiere = await premiereOf(db, albumId)
  if (premiere === undefined || premiere.openedAt !== null) return store.removeReminder(db, albumId, userId)
  await store.setKnownTime(db, { albumId, userId, opensAt: premiere.opensAt })
}

/**
 * The premiere of an album, for admins.
 * @throws Refused `notFound`
 */
export async function albumPremiere({ db }: Needs, titleOrId: string): Promise<AlbumPremiere | null> {
  const album = await findAnyCurrentAlbum(db, titleOrId)
  if (album === undefined) throw new Refused(notFound)
  const premiere = await premiereOf(db, album.id)
  if (premiere === undefined) return null
  const { opensAt, isCovered, openedAt, isAnnounced } = premiere
  return {
    opensAt,
    isCovered: isCovered === 1,
    isOpen: openedAt !== null,
    isAnnounced: isAnnounced === 1,
    reminders: await store.countReminders(db, album.id),
  }
}

/** Removes reminders whose premiere is long over. */
export async function cleanUpReminders({ db, now }: Needs): Promise<void> {
  await store.removeOldReminders(db, new Date(now().getTime() - NOTICE_DAYS * DAY_MS).toISOString())
}
