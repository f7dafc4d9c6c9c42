import { hash } from 'node:crypto'
import { PUSH_ENDPOINT_MAX_LENGTH, type PushDevice, unusablePushAddress } from '@tonarchiv/contract/push'
import { invalidInput, notFound } from '@tonarchiv/contract/refusal'
import type { Caller } from '#access/caller.ts'
import { ServiceUnavailable } from '#http-client/call-service.ts'
import { NotPublic, publicAddresses, publicInternet } from '#http-client/post-publicly.ts'
import { newId } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { areUsableKeys, type SubscriptionKeys } from './messages/encrypt.ts'
import { type DeviceRow, deleteDevice, isDeviceOf, putDevice } from './store/devices.ts'
import { queueSample } from './store/messages.ts'

/** Limited because each subscription makes the server resolve a host name. Browsers subscribe rarely. */
const SUBSCRIPTIONS_PER_HOUR = 30
const SAMPLES_PER_FIVE_MINUTES = 5
const SAMPLE_TTL_MS = 5 * 60 * 1000

type Needs = Pick<Services, 'db' | 'now' | 'secret' | 'config'>

/**
 * Stores the subscription of the browser that the caller uses.
 * @throws Refused `unusablePushAddress` for an address that is not https or not in the public internet, `invalidInput`
 * for keys that cannot be used, `rateLimited`
 */
export async function addDevice(
  services: Needs,
  caller: Caller,
  { endpoint, p256dh, auth }: { endpoint: string } & SubscriptionKeys,
): Promise<PushDevice> {
  const { db, now } = services
  await consume(services, [
    {
      name: 'push subscriptions',
      by: caller.id,
      maxAttempts: SUBSCRIPTIONS_PER_HOUR,
      windowSeconds: 60 * 60,
    },
  ])
  if (!areUsableKeys({ p256dh, auth })) throw new Refused(invalidInput)
  const url = await usableAddress(services, endpoint)
  const row = await putDevice(db, {
    id: newId(),
    userId: caller.id,
    sessionId: caller.sessionId,
    endpoint: url.href,
    endpointHash: hash('sha256', url.href, 'base64url'),
    host: url.host,
    p256dh,
    auth,
    createdAt: now().toISOString(),
    lastDeliveredAt: null,
  })
  return toWire(row, caller)
}

/**
 * The URL of an endpoint. Its addresses are checked again for each connection.
 * @throws Refused `unusablePushAddress`
 */
async function usableAddress({ config }: Pick<Services, 'config'>, endpoint: string): Promise<URL> {
  const url = URL.parse(endpoint)
  // The URL parser removes the default port and converts all spellings of an IP address to one.
  const isPlain = url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  if (url === null || !isPlain || url.href.length > PUSH_ENDPOINT_MAX_LENGTH)
    throw new Refused(unusablePushAddress)
  try {
    await publicAddresses(url, config.pushConnection ?? publicInternet)
  } catch (error) {
    // A host name that cannot be resolved now may later resolve to a private address.
    if (error instanceof NotPublic || error instanceof ServiceUnavailable)
      throw new Refused(unusablePushAddress)
    throw error
  }
  return url
}

/** @throws Refused `notFound` for a device of another account */
export async function removeDevice({ db }: Needs, userId: string, id: string): Promise<void> {
  if (!(await deleteDevice(db, userId, id))) throw new Refused(notFound)
}

/**
 * Queues the sample message for one device of the caller.
 * @throws Refused `notFound`, `rateLimited`
 */
export async function queueSampleFor(services: Needs, userId: string, id: string): Promise<void> {
  const { db, now } = services
  if (!(await isDeviceOf(db, userId, id))) throw new Refused(notFound)
  await consume(services, [
    { name: 'push samples', by: userId, maxAttempts: SAMPLES_PER_FIVE_MINUTES, windowSeconds: 5 * 60 },
  ])
  const at = now()
  await queueSample(db, id, {
    at: at.toISOString(),
    expiresAt: new Date(at.getTime() + SAMPLE_TTL_MS).toISOString(),
  })
}

export function toWire(
  { id, sessionId, name, browser, deviceType, lastDeliveredAt }: DeviceRow,
  caller: Caller,
) {
  return {
    id,
    name: name ?? browser,
    deviceType,
    isThisDevice: sessionId === caller.sessionId,
    lastDeliveredAt,
  }
}
