import type { PushPayload } from '@tonarchiv/contract/push'
import { ServiceUnavailable } from '#http-client/call-service.ts'
import { NotPublic, postPublicly, publicInternet } from '#http-client/post-publicly.ts'
import { consumeUpTo } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { encryptMessage } from '../messages/encrypt.ts'
import { type VapidKeys, vapidHeader } from '../messages/vapid.ts'
import type { DueMessage } from '../store/messages.ts'
import { type DeliveryEnd, deliveryEnd } from './delivery-end.ts'

export type SendingServices = Pick<Services, 'db' | 'now' | 'log' | 'config' | 'secret'>

/** A message as it is sent. */
export interface OutgoingMessage {
  payload: PushPayload
  urgency: 'normal' | 'high'
  /** How long the push service keeps the message for a device that is switched off. */
  ttlSeconds: number
  /** Whether a device gets the notice only once, however often it is queued again. */
  isOnce: boolean
}

/** The message for a notice with the rights of its reader at this moment; undefined when nothing is to be sent. */
export type ResolveMessage = (userId: string, noticeId: string | null) => Promise<OutgoingMessage | undefined>

/** Maximum number of messages that the installation sends in a minute. See docs/security-requirements.md R-25. */
export const MESSAGES_PER_MINUTE = 1000

/** A claimed message with what is sent. */
export interface ReadyMessage {
  message: DueMessage
  outgoing: OutgoingMessage
}

/** Resolves a claimed message; undefined when the message has expired, or nothing is to be sent any more. */
export async function readyMessage(
  { now }: SendingServices,
  resolve: ResolveMessage,
  message: DueMessage,
): Promise<ReadyMessage | undefined> {
  if (message.expiresAt <= now().toISOString() || message.isSessionValid === 0) return undefined
  const outgoing = await resolve(message.userId, message.noticeId)
  return outgoing && { message, outgoing }
}

/** How many of these messages the installation may send now. */
export async function allowedNow(services: SendingServices, messages: number) {
  const limit = { name: 'push messages', by: 'all', maxAttempts: MESSAGES_PER_MINUTE, windowSeconds: 60 }
  return consumeUpTo(services, limit, messages)
}

/** Sends a message and returns what becomes of it; undefined when the request was aborted because the process stops. */
export async function sendMessage(
  services: SendingServices,
  keys: VapidKeys,
  { message, outgoing }: ReadyMessage,
  signal: AbortSignal,
): Promise<DeliveryEnd | undefined> {
  const end = deliveryEnd(await post(services, keys, message, outgoing, signal), message.tries)
  return signal.aborted && end.name === 'postponed' ? undefined : end
}

async function post(
  { config, now }: SendingServices,
  keys: VapidKeys,
  { endpoint, p256dh, auth }: DueMessage,
  { payload, urgency, ttlSeconds }: OutgoingMessage,
  signal: AbortSignal,
): Promise<Parameters<typeof deliveryEnd>[0]> {
  const url = new URL(endpoint)
  const body = encryptMessage(Buffer.from(JSON.stringify(payload)), { p256dh, auth })
  const headers = {
    authorization: vapidHeader(keys, url, contactOf(config.publicUrl, config.mail.from), now()),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(ttlSeconds),
    urgency,
  }
  try {
    return await postPublicly(url, { headers, body }, config.pushConnection ?? publicInternet, signal)
  } catch (error) {
    if (error instanceof ServiceUnavailable || error instanceof NotPublic) return { failure: error.message }
    throw error
  }
}

/**
 * A URL at which the operators of a push service reach those of this installation (RFC 8292 §2.1). Some services accept
 * no http address.
 */
function contactOf(publicUrl: string, mailFrom: string): string {
  if (publicUrl.startsWith('https:')) return publicUrl
  return `mailto:${/[^<>\s]+@[^<>\s]+/.exec(mailFrom)?.[0] ?? mailFrom}`
}
