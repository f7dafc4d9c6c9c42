import * as z from 'zod/mini'
import { chatBanned, messageNotFound } from './chat-refusals.ts'
import { MediaType } from './chat.ts'
import { Person, userNotFound } from './presence.ts'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, paging, plainText, wholeNumber } from './text.ts'

/* Moderation of the chat room: reports, mutes, bans and slow mode. See docs/product.md §12.12. */

/** Longest remark of a report, and longest reason of a mute or ban, in characters. */
export const REPORT_NOTE_MAX_LENGTH = 500
export const RESTRICTION_REASON_MAX_LENGTH = 200
/** Maximum number of reports that a member can make in a day. */
export const REPORTS_PER_DAY = 20
/** Longest time between two messages of a member in slow mode, seconds. */
export const SLOW_MODE_MAX_SECONDS = 300
/** Lengths of a mute, hours. */
export const MUTE_HOURS = [1, 24, 168] as const
/** Maximum number of restrictions in the list. */
export const RESTRICTIONS_MAX = 500

export const ReportReason = z.enum(['attack', 'harassment', 'spam', 'other'])
export type ReportReason = z.infer<typeof ReportReason>

export const ownMessage = refusal(409, 'OWN_MESSAGE', 'Eigene Nachrichten kannst du nicht melden')
export const alreadyReported = refusal(
  409,
  'ALREADY_REPORTED',
  'Du hast diese Nachricht schon gemeldet. Die Admins sehen sich das an.',
)
export const reportNotFound = refusal(404, 'REPORT_NOT_FOUND', 'Meldung nicht gefunden')
export const adminNotRestricted = refusal(
  409,
  'ADMIN_NOT_RESTRICTED',
  'Admins können nicht stummgeschaltet oder ausgeschlossen werden',
)

/** The end of a restriction, and its reason. */
const Restricted = z.object({
  /** Null: without an end. */
  until: z.nullable(IsoTimestamp),
  reason: z.string(),
})

/** What the caller may do in the room. */
export const ChatOrder = z.object({
  /** Least time between two messages of a member who is no admin; 0 without slow mode. */
  slowSeconds: z.number(),
  mute: z.nullable(Restricted),
  ban: z.nullable(Restricted),
})
export type ChatOrder = z.infer<typeof ChatOrder>

export const getChatOrder = route({
  method: 'GET',
  path: '/api/chat/order',
  access: 'verified',
  summary: 'Whether the caller is muted or banned, until when and why, and the slow mode.',
  answer: ChatOrder,
})

export const reportMessage = route({
  method: 'POST',
  path: '/api/chat/messages/:id/report',
  access: 'verified',
  summary: 'Reports another member’s message of the room to the admins.',
  params: z.object({ id: Id }),
  body: z.object({
    reason: ReportReason,
    note: z._default(plainText({ max: REPORT_NOTE_MAX_LENGTH, paragraphs: true }), ''),
  }),
  status: 201,
  answer: z.object({ success: z.boolean() }),
  refusals: [messageNotFound, ownMessage, alreadyReported, chatBanned],
})

/** A message as it is shown beside a report. */
const ContextMessage = z.object({
  id: Id,
  author: Person,
  content: z.string(),
  mediaType: z.nullable(MediaType),
  createdAt: IsoTimestamp,
})
export type ContextMessage = z.infer<typeof ContextMessage>

/** A message that was reported, by one or several members. */
export const ReportedMessage = z.object({
  /** The id of the message. */
  id: Id,
  author: Person,
  /** The text at the time of the first report, also when it has been edited or deleted since. */
  content: z.string(),
  mediaType: z.nullable(MediaType),
  createdAt: IsoTimestamp,
  isDeleted: z.boolean(),
  /** Oldest first. */
  reports: z.array(z.object({ by: Person, reason: ReportReason, note: z.string(), createdAt: IsoTimestamp })),
  /** Two messages before the reported one, the reported one unless it was deleted, and one message after it. */
  context: z.array(ContextMessage),
  /** Other messages of the author that were reported, and when the last one was. */
  earlier: z.object({ count: z.number(), lastAt: z.nullable(IsoTimestamp) }),
  closed: z.nullable(z.object({ by: Person, at: IsoTimestamp })),
})
export type ReportedMessage = z.infer<typeof ReportedMessage>

export const listReports = route({
  method: 'GET',
  path: '/api/admin/chat/reports',
  access: 'admin',
  summary: 'Reported messages: open ones, the oldest first, or closed ones, the newest first.',
  query: z.object({ state: z._default(z.enum(['open', 'closed']), 'open'), ...paging(25) }),
  answer: z.object({
    messages: z.array(ReportedMessage),
    /** How many reported messages there are in each state, on all pages. */
    open: z.number(),
    closed: z.number(),
  }),
})

export const closeReports = route({
  method: 'POST',
  path: '/api/admin/chat/reports/:id/close',
  access: 'admin',
  summary: 'Closes all reports of a message. Closed ones stay so, and the answer says who closed them.',
  params: z.object({ id: Id }),
  answer: z.object({ closed: z.object({ by: Person, at: IsoTimestamp }), isOwn: z.boolean() }),
  refusals: [reportNotFound],
})

export const RestrictionKind = z.enum(['mute', 'ban'])
export type RestrictionKind = z.infer<typeof RestrictionKind>

/** A restriction that is in force. */
export const Restriction = z.extend(Restricted, {
  user: Person,
  kind: RestrictionKind,
  by: Person,
  createdAt: IsoTimestamp,
})
export type Restriction = z.infer<typeof Restriction>

export const listRestrictions = route({
  method: 'GET',
  path: '/api/admin/chat/restrictions',
  access: 'admin',
  summary: 'Members who are muted or banned, the newest restriction first.',
  answer: z.object({ restrictions: z.array(Restriction) }),
})

const Reason = plainText({ max: RESTRICTION_REASON_MAX_LENGTH })

export const restrictMember = route({
  method: 'PUT',
  path: '/api/admin/chat/restrictions/:userId',
  access: 'admin',
  summary:
    'Mutes a member for some hours or bans them from the room. It replaces a restriction of the same kind.',
  params: z.object({ userId: Id }),
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('mute'), hours: z.literal(MUTE_HOURS), reason: z._default(Reason, '') }),
    z.object({ kind: z.literal('ban'), reason: z._default(Reason, '') }),
  ]),
  answer: z.object({ until: z.nullable(IsoTimestamp) }),
  refusals: [userNotFound, adminNotRestricted],
})

export const liftRestriction = route({
  method: 'DELETE',
  path: '/api/admin/chat/restrictions/:userId/:kind',
  access: 'admin',
  summary: 'Ends a mute or ban; a second time changes nothing.',
  params: z.object({ userId: Id, kind: RestrictionKind }),
  answer: z.object({ success: z.boolean() }),
})

export const getChatRecord = route({
  method: 'GET',
  path: '/api/admin/chat/record/:userId',
  access: 'admin',
  summary: 'What is known of a member for a decision: reports of the last 30 days, and mutes.',
  params: z.object({ userId: Id }),
  answer: z.object({
    /** Messages of the member that were reported in the last 30 days. */
    reported: z.number(),
    mutes: z.number(),
    lastMutedAt: z.nullable(IsoTimestamp),
  }),
})

export const setSlowMode = route({
  method: 'PUT',
  path: '/api/admin/chat/slow-mode',
  access: 'admin',
  summary: `Sets the least time between two messages of a member: 0 to ${SLOW_MODE_MAX_SECONDS} seconds, not for admins.`,
  body: z.object({ seconds: wholeNumber({ min: 0, max: SLOW_MODE_MAX_SECONDS }) }),
  answer: z.object({ seconds: z.number() }),
})

export const getChatSettings = route({
  method: 'GET',
  path: '/api/admin/chat/settings',
  access: 'admin',
  summary: 'Whether uploads get a card in the room.',
  answer: z.object({ uploadCards: z.boolean() }),
})

export const setUploadCards = route({
  method: 'PUT',
  path: '/api/admin/chat/upload-cards',
  access: 'admin',
  summary: 'Switches the cards for uploads in the room on or off. Cards that are there stay.',
  body: z.object({ isOn: z.boolean() }),
  answer: z.object({ uploadCards: z.boolean() }),
})

/**
 * Sent over the socket: the slow mode has changed. If `slowSeconds` is missing, the recipient's own mute or ban has
 * changed instead.
 */
export const ChatOrderChanged = z.object({
  type: z.literal('chatOrder'),
  slowSeconds: z.optional(z.number()),
})
/** Sent over the socket to admins: there is a new report, or one was closed. */
export const ReportsChanged = z.object({ type: z.literal('chatReports') })
