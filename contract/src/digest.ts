import * as z from 'zod/mini'
import { notFound, rateLimited, refusal } from './refusal.ts'
import { route } from './route.ts'

/** The local hour at which digests are sent; the weekly one on Sunday. */
export const DIGEST_HOUR = 18

export const emptyDigest = refusal(
  409,
  'EMPTY_DIGEST',
  'In den letzten sieben Tagen war nichts, was in die Übersicht käme.',
)
/** `{n}` is the number of seconds to wait. */
export const previewTooSoon = refusal(
  429,
  'PREVIEW_TOO_SOON',
  'Die Vorschau geht höchstens alle fünf Minuten. Versuche es in {n} Sekunden wieder.',
)

export const sendDigestPreview = route({
  method: 'POST',
  path: '/api/digest/preview',
  access: 'verified',
  summary: 'Sends the caller a digest of the last seven days.',
  answer: z.object({ success: z.boolean() }),
  refusals: [emptyDigest, previewTooSoon, rateLimited],
})

const token = z.object({ token: z.string().check(z.maxLength(200)) })

export const openUnsubscribePage = route({
  method: 'GET',
  path: '/api/digest/unsubscribe/:token',
  access: 'public',
  summary: 'A page with a button that ends the digest; opening it ends nothing.',
  params: token,
  answer: 'bytes',
  refusals: [notFound],
})

export const unsubscribeFromDigest = route({
  method: 'POST',
  path: '/api/digest/unsubscribe/:token',
  access: 'public',
  summary: 'Ends the digest of the account to which the link was sent (RFC 8058).',
  params: token,
  answer: 'bytes',
  refusals: [notFound],
})

export const resubscribeToDigest = route({
  method: 'POST',
  path: '/api/digest/resubscribe/:token',
  access: 'public',
  summary: 'Takes back that the digest was ended by its link.',
  params: token,
  answer: 'bytes',
  refusals: [notFound],
})
