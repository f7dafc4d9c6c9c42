import type { NoticeKind } from '@tonarchiv/contract/notification-settings'
import type { Notice } from '@tonarchiv/contract/notifications'
import {
  readableNotices,
  readerOf,
  type ReadNeeds,
  settingsOfOne,
  wantsNotice,
} from '#features/notifications/index.ts'
import type { OutgoingMessage, ResolveMessage } from './send-message.ts'

const HOUR_SECONDS = 60 * 60
/** How long a push service keeps a message for a device that is switched off. */
const TTL_SECONDS = 24 * HOUR_SECONDS
/** Kinds that are of use for a short time only. */
const SHORT_TTL: readonly NoticeKind[] = ['premiereSoon', 'premiereOpen', 'roomInvitation']
/** Kinds for which a device is woken. Others may wait until it is in use. */
const URGENT: ReadonlySet<NoticeKind> = new Set([
  'directMessage',
  'mention',
  'reply',
  'security',
  ...SHORT_TTL,
])
/** Kinds with one group for each day. The group is pushed to a device only once. */
const ONCE: ReadonlySet<NoticeKind> = new Set(['newAlbums', 'newVideos'])

/** Maximum numbers of characters, so that a message is far smaller than 3 KB. */
const TITLE_MAX = 120
const BODY_MAX = 240
const PATH_MAX = 300

const SAMPLE: OutgoingMessage = {
  payload: {
    title: 'So meldet sich das Archiv',
    body: 'Mitteilungen kommen auf diesem Gerät an.',
    path: '/settings?tab=notifications',
    tag: 'sample',
  },
  urgency: 'high',
  ttlSeconds: 300,
  isOnce: false,
}

/**
 * Makes messages of notices at the moment of sending, so that they contain what their reader may see then. No message
 * is made in quiet hours, or if the notice was read on another device or the reader no longer wants or may see it.
 */
export function messageResolver(needs: ReadNeeds): ResolveMessage {
  return async (userId, noticeId) => {
    if (noticeId === null) return SAMPLE
    const reader = await readerOf(needs, userId)
    if (reader === undefined) return undefined
    const wanted = { channel: 'push', ids: [noticeId], isUnreadOnly: true, limit: 1 } as const
    const [notice] = (await readableNotices(needs, reader, wanted)).notices
    if (notice === undefined) return undefined
    const settings = await settingsOfOne(needs.db, userId)
    return wantsNotice(settings, notice.kind, 'push', needs.now()) ? messageOf(notice) : undefined
  }
}

function messageOf({ id, kind, sentence, quote, remark, path }: Notice): OutgoingMessage {
  const title = sentence.map(({ text }) => text).join('')
  return {
    payload: {
      title: cut(title, TITLE_MAX),
      body: quote === null ? cut(remark ?? '', BODY_MAX) : `„${cut(quote, BODY_MAX)}“`,
      path: path === null || path.length > PATH_MAX ? '/inbox' : path,
      tag: id,
    },
    urgency: URGENT.has(kind) ? 'high' : 'normal',
    ttlSeconds: SHORT_TTL.includes(kind) ? HOUR_SECONDS : TTL_SECONDS,
    isOnce: ONCE.has(kind),
  }
}

function cut(text: string, max: number): string {
  const characters = Array.from(text)
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}
