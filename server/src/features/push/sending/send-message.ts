import type { PushPayload } from '@tonarchiv/contract/push'
import { ServiceUnavailable } from '#http-client/call-service.ts'
import { NotPublic, postPublicly, publicInternet } from '#http-client/post-publicly.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { encryptMessage } from '../messages/encrypt.ts'
import { type VapidKeys, vapidHeader } from '../messages/vapid.ts'
import { deleteEndedDevice, stampDelivered } from '../store/devices.ts'
import { type DueMessage, deleteMessage, keepUntilExpired, postponeMessage } from '../store/messages.ts'
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

/**
 * Sends one claimed message and stores what becomes of it.
 * @throws Refused `rateLimited` when the installation has sent too many in this minute
 */
export async function sendMessage(
  services: SendingServices,
  { keys, resolve }: { keys: VapidKeys; resolve: ResolveMessage },
  message: DueMessage,
  signal: AbortSignal,
): Promise<void> {
  const { db, now } = services
  const isOver = message.expiresAt <= now().toISOString() || message.isSessionValid === 0
  const outgoing = isOver ? undefined : await resolve(message.userId, message.noticeId)
  if (outgoing === undefined) return deleteMessage(db, message.id)
  await consume(services, [
    { name: 'push messages', by: 'all', maxAttempts: MESSAGES_PER_MINUTE, windowSeconds: 60 },
  ])
  const end = deliveryEnd(await post(services, keys, message, outgoing, signal), message.tries)
  // The request was aborted because this process stops. The push service has not failed.
  if (signal.aborted && end.name === 'postponed')
    return postponeMessage(db, message.id, message.tries, now().toISOString())
  await recordEnd(services, message, end, outgoing.isOnce)
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

async function recordEnd(
  { db, now, log }: SendingServices,
  { id, deviceId, host, tries }: DueMessage,
  end: DeliveryEnd,
  isOnce: boolean,
): Promise<void> {
  const at = now()
  if (end.name === 'gone') return deleteEndedDevice(db, deviceId)
  if (end.name === 'postponed') {
    log.info({ host, reason: end.reason, tries: tries + 1 }, 'a push message will be sent later')
    return postponeMessage(db, id, tries + 1, new Date(at.getTime() + end.pauseMs).toISOString())
  }
  if (end.name === 'rejected') log.warn({ host, reason: end.reason }, 'a push message was refused')
  // One commit, because each waits for the disk.
  await db.transaction().execute(async (trx) => {
    if (end.name === 'delivered') await stampDelivered(trx, deviceId, at.toISOString())
    if (isOnce) await keepUntilExpired(trx, id)
    else await deleteMessage(trx, id)
  })
}

/**
 * A URL at which the operators of a push service reach those of this installation (RFC 8292 §2.1). Some services accept
 * no http address.
 */
function contactOf(publicUrl: string, mailFrom: string): string {
  if (publicUrl.startsWith('https:')) return publicUrl
  return `mailto:${/[^<>\s]+@[^<>\s]+/.exec(mailFrom)?.[0] ?? mailFrom}`
}
