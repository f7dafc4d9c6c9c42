import type { CardContent } from '@tonarchiv/contract/cards'
import type { NoticeKind } from '@tonarchiv/contract/notification-settings'
import type { Notice } from '@tonarchiv/contract/notifications'
import { type Caller, hasKey } from '#access/caller.ts'
import { seenBy } from '#access/seen-by.ts'
import { announcedAlbums, coverUrlOf } from '#features/catalog/index.ts'
import {
  isChosen,
  readableNotices,
  type ReadNeeds,
  settingsOfOne,
  sharedSubjects,
} from '#features/notifications/index.ts'
import { countReminders } from '#features/premieres/index.ts'

/** Maximum numbers of items that a digest lists. It only gives the number of the other items. */
export const TILES_MAX = 6
export const NOTICES_MAX = 8
const READ_MAX = 30
const PREMIERES_MAX = 3

/** Kinds that are not in `notices`: those with a section of their own, and `security`, which gets an email at once. */
const ELSEWHERE: ReadonlySet<NoticeKind> = new Set(['newAlbums', 'newVideos', 'premiereSoon', 'security'])

export interface Premiere {
  title: string
  albumId: string
  opensAt: string
  coverUrl: string | undefined
  /** The number of members who want to be reminded of it. */
  waiting: number
}

export interface DigestContent {
  albums: readonly NonNullable<CardContent['album']>[]
  videos: readonly NonNullable<CardContent['video']>[]
  premieres: readonly Premiere[]
  /** What concerns the reader alone, unread and newest first. */
  notices: readonly Notice[]
}

/** The period that a digest covers, and the end of the period whose premieres it announces. */
export interface Period {
  since: Date
  until: Date
  /** Premieres up to this time are announced. */
  ahead: Date
}

/** What a digest of this time contains for its reader, with the rights that the reader has now. */
export async function readContent(needs: ReadNeeds, reader: Caller, period: Period): Promise<DigestContent> {
  const settings = await settingsOfOne(needs.db, reader.id)
  const wants = (kind: NoticeKind) => isChosen(settings, kind, 'mail')
  const since = period.since.toISOString()
  const [albums, videos, premieres, { notices }] = await Promise.all([
    wants('newAlbums') ? readNew(needs, reader, 'newAlbums', since) : [],
    wants('newVideos') ? readNew(needs, reader, 'newVideos', since) : [],
    wants('premiereSoon') ? readPremieres(needs, reader, period) : [],
    readableNotices(needs, reader, { channel: 'mail', since, isUnreadOnly: true, limit: READ_MAX }),
  ])
  return {
    albums: albums.flatMap(({ album }) => album ?? []),
    videos: videos.flatMap(({ video }) => video ?? []),
    premieres,
    notices: notices.filter(({ kind }) => !ELSEWHERE.has(kind)),
  }
}

export function isEmpty({ albums, videos, premieres, notices }: DigestContent): boolean {
  return [albums, videos, premieres, notices].every((section) => section.length === 0)
}

/** New albums or videos that the reader may see. */
async function readNew(
  { db, cards }: ReadNeeds,
  reader: Caller,
  kind: 'newAlbums' | 'newVideos',
  since: string,
): Promise<CardContent[]> {
  const ids = new Set(await sharedSubjects(db, { userId: reader.id, kind, since }, READ_MAX))
  if (ids.size === 0) return []
  const cardKind = kind === 'newAlbums' ? 'album' : 'video'
  const contents = await cards.resolve(
    reader,
    [...ids].map((id) => ({ kind: cardKind, id })),
  )
  return contents.filter(({ state }) => state === 'shown')
}

async function readPremieres(
  needs: ReadNeeds,
  reader: Caller,
  { until, ahead }: Period,
): Promise<Premiere[]> {
  if (!hasKey(reader)) return []
  const announced = await announcedAlbums(seenBy(needs, reader).db, READ_MAX)
  const soon = announced.flatMap(({ id, title, opensAt, coverName, isCovered }) =>
    opensAt !== null && opensAt > until.toISOString() && opensAt <= ahead.toISOString()
      ? [{ albumId: id, title, opensAt, coverUrl: isCovered === 1 ? undefined : coverUrlOf(coverName) }]
      : [],
  )
  const shown = soon.slice(0, PREMIERES_MAX)
  const waiting = await Promise.all(shown.map(async ({ albumId }) => countReminders(needs.db, albumId)))
  return shown.map((premiere, index) => Object.assign(premiere, { waiting: waiting[index] ?? 0 }))
}
