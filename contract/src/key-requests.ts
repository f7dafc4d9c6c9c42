import * as z from 'zod/mini'
import { Person } from './presence.ts'
import { notFound, refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, paging } from './text.ts'

/** Days after a rejection in which a member cannot ask again. */
export const KEY_REQUEST_PAUSE_DAYS = 7

export const hasKeyAlready = refusal(409, 'HAS_KEY', 'Du hast schon einen Zugangsschlüssel')
export const keyRequestRejected = refusal(
  409,
  'KEY_REQUEST_REJECTED',
  `Deine Anfrage wurde abgelehnt. Nach ${KEY_REQUEST_PAUSE_DAYS} Tagen kannst du wieder anfragen.`,
)

const OwnRequest = z.object({
  /** Null when the caller has not asked, or may ask again. */
  state: z.nullable(z.enum(['open', 'rejected'])),
})

export const getKeyRequest = route({
  method: 'GET',
  path: '/api/key-request',
  access: 'verified',
  summary: 'Whether the caller has asked for an access key.',
  answer: OwnRequest,
})

export const requestKey = route({
  method: 'POST',
  path: '/api/key-request',
  access: 'verified',
  summary: 'Asks the admins for an access key; a second time changes nothing.',
  answer: OwnRequest,
  refusals: [hasKeyAlready, keyRequestRejected],
})

export const KeyRequest = z.object({ user: Person, joinedAt: IsoTimestamp, createdAt: IsoTimestamp })
export type KeyRequest = z.infer<typeof KeyRequest>

export const listKeyRequests = route({
  method: 'GET',
  path: '/api/admin/key-requests',
  access: 'admin',
  summary: 'Members who have asked for an access key, the first one first.',
  query: z.object(paging(50)),
  answer: z.object({ requests: z.array(KeyRequest), total: z.number() }),
})

const ofMember = z.object({ userId: Id })

export const grantKey = route({
  method: 'POST',
  path: '/api/admin/key-requests/:userId/grant',
  access: 'admin',
  summary: 'Gives the member an access key, which is used at once.',
  params: ofMember,
  answer: z.object({ success: z.boolean() }),
  refusals: [notFound],
})

export const rejectKeyRequest = route({
  method: 'POST',
  path: '/api/admin/key-requests/:userId/reject',
  access: 'admin',
  summary: `Rejects a request; the member can ask again after ${KEY_REQUEST_PAUSE_DAYS} days.`,
  params: ofMember,
  answer: z.object({ success: z.boolean() }),
  refusals: [notFound],
})

/** Sent over the socket to admins: a member has asked for a key, or a request was answered. */
export const KeyRequestsChanged = z.object({ type: z.literal('keyRequests') })
