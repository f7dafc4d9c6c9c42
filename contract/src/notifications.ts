import * as z from 'zod/mini'
import { NoticeKind } from './notification-settings.ts'
import { Person } from './presence.ts'
import { notFound } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp } from './text.ts'

/*
 * The inbox: notices for one member. What they say is resolved when they are read, with the rights that the member has
 * then. See docs/product.md §27.
 */

/** Notices on one page of the inbox. */
export const NOTICES_PER_PAGE = 30
/** Unread notices are counted up to this number; clients show more as "99+". */
export const UNREAD_NOTICES_COUNTED = 100
/** Only the newest notices of a member are kept: at most this number, and each for this number of days. */
export const NOTICES_KEPT = 500
export const NOTICES_KEPT_DAYS = 90

/** A part of the sentence of a notice. Names and titles are strong. */
export const SentencePart = z.object({ text: z.string(), isStrong: z.boolean() })
export type SentencePart = z.infer<typeof SentencePart>

/** What a member can do about a notice without opening it. */
export const NoticeAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answerFriendRequest'), requestId: Id }),
  z.object({ kind: z.literal('joinRoom'), roomId: Id }),
  z.object({ kind: z.literal('checkSecurity') }),
])
export type NoticeAction = z.infer<typeof NoticeAction>

export const Notice = z.object({
  /** An id, or the name of a group such as `newAlbums:2026-11-26`. */
  id: z.string(),
  kind: NoticeKind,
  isUnread: z.boolean(),
  /** The time of the event; for a group, of its last event. */
  at: IsoTimestamp,
  /** The German sentence. */
  sentence: z.array(SentencePart),
  /** The beginning of the message that the notice is about; null without one. */
  quote: z.nullable(z.string()),
  /** A text that is shown after the time, such as "4 Leute hören zu"; null without one. */
  remark: z.nullable(z.string()),
  /** Up to three members whose portraits are shown. */
  people: z.array(Person),
  /** Up to three covers or pictures, as addresses. */
  covers: z.array(z.string()),
  /** For reactions: the emojis with their counts. */
  reactions: z.array(z.object({ emoji: z.string(), count: z.number() })),
  /** The path of the page that the notice links to; null when its target was deleted. */
  path: z.nullable(z.string()),
  action: z.nullable(NoticeAction),
  /** The time of the premiere that it is about; null without one. */
  opensAt: z.nullable(IsoTimestamp),
})
export type Notice = z.infer<typeof Notice>

const NoticeId = z.string().check(z.regex(/^[\w:-]{1,64}$/))

export const listNotices = route({
  method: 'GET',
  path: '/api/notifications',
  access: 'verified',
  summary: 'The inbox of the caller, newest first.',
  query: z.object({
    /** `next` of the page before. */
    before: z.optional(z.string().check(z.regex(/^[\w:.-]{1,120}$/))),
    /** `unread`: only those that the caller has not read. */
    filter: z._default(z.enum(['all', 'unread']), 'all'),
  }),
  answer: z.object({
    notices: z.array(Notice),
    /** The value of `before` for the next page; null on the last one. */
    next: z.nullable(z.string()),
  }),
})

export const NoticeCount = z.object({
  /** Counted up to `UNREAD_NOTICES_COUNTED`. */
  unread: z.number(),
  /** The end of the quiet hours that hold now; null outside of them. */
  quietUntil: z.nullable(IsoTimestamp),
})
export type NoticeCount = z.infer<typeof NoticeCount>

export const countNotices = route({
  method: 'GET',
  path: '/api/notifications/unread',
  access: 'verified',
  summary: 'How many notices the caller has not read.',
  answer: NoticeCount,
})

export const readNotice = route({
  method: 'PUT',
  path: '/api/notifications/:id/read',
  access: 'verified',
  summary: 'Marks a notice as read, on all devices.',
  params: z.object({ id: NoticeId }),
  answer: z.object({ success: z.boolean() }),
  refusals: [notFound],
})

export const readAllNotices = route({
  method: 'PUT',
  path: '/api/notifications/read',
  access: 'verified',
  summary: 'Marks all notices as read, on all devices.',
  answer: z.object({ success: z.boolean() }),
})

/** Sent over the socket: notices of the recipient were stored or read. Clients that show the inbox read it again. */
export const NoticesChanged = z.object({ type: z.literal('noticesChanged'), ...NoticeCount.shape })
