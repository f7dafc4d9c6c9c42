import { setTimeout as pause } from 'node:timers/promises'
import { deleteEndedDevice, stampDelivered } from '../store/devices.ts'
import { deleteMessages, keepUntilExpired, postponeMessage } from '../store/messages.ts'
import type { DeliveryEnd } from './delivery-end.ts'
import type { ReadyMessage, SendingServices } from './send-message.ts'

/** The ends of messages within this time are stored with one commit, because each commit waits for the disk. */
const WITHIN_MS = 50

interface Ended extends ReadyMessage {
  end: DeliveryEnd
}

/**
 * Stores what has become of messages. `signal` ends the wait for further ones.
 * @returns a function that resolves when the end of this message is stored
 */
export function endRecorder(
  services: SendingServices,
  signal: AbortSignal,
): (ready: ReadyMessage, end: DeliveryEnd) => Promise<void> {
  let waiting: Ended[] = []
  let next: Promise<void> | undefined

  async function storeSoon(): Promise<void> {
    await pause(WITHIN_MS, undefined, { signal }).catch(() => {})
    const ended = waiting
    waiting = []
    next = undefined
    await storeEnds(services, ended)
  }

  return async (ready, end) => {
    waiting.push({ ...ready, end })
    next ??= storeSoon()
    return next
  }
}

async function storeEnds(services: SendingServices, all: readonly Ended[]): Promise<void> {
  const { db, now, log } = services
  const over = all.filter(({ end }) => end.name === 'delivered' || end.name === 'rejected')
  const idsOf = (ended: readonly Ended[]) => ended.map(({ message }) => message.id)
  const delivered = over.filter(({ end }) => end.name === 'delivered').map(({ message }) => message.deviceId)
  for (const { message, end } of over)
    if (end.name === 'rejected')
      log.warn({ host: message.host, reason: end.reason }, 'a push message was refused')
  await db.transaction().execute(async (trx) => {
    await stampDelivered(trx, db.kind, delivered, now().toISOString())
    await keepUntilExpired(trx, db.kind, idsOf(over.filter(({ outgoing }) => outgoing.isOnce)))
    await deleteMessages(trx, db.kind, idsOf(over.filter(({ outgoing }) => !outgoing.isOnce)))
  })
  for (const { message, end } of all) await storeOther(services, message, end)
}

/** Stores that a device is gone or a message is postponed. Such ends are rare, so each one is stored by itself. */
async function storeOther(
  { db, now, log }: SendingServices,
  { id, deviceId, host, tries }: ReadyMessage['message'],
  end: DeliveryEnd,
): Promise<void> {
  if (end.name === 'gone') return deleteEndedDevice(db, deviceId)
  if (end.name !== 'postponed') return
  log.info({ host, reason: end.reason, tries: tries + 1 }, 'a push message will be sent later')
  await postponeMessage(db, id, tries + 1, new Date(now().getTime() + end.pauseMs).toISOString())
}
