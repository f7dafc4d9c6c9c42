import { addPushDevice, listPushDevices } from '@tonarchiv/contract/push'
import { call } from '#client/call.ts'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { askBrowser, pushAbility, subscribe, unsubscribe } from './subscription.ts'

/*
 * The account that has switched push messages on in this browser, stored as its id and, after a space, the endpoint of
 * the subscription. The endpoint is missing until the server knows the subscription for the current session.
 */

interface Remembered {
  userId: string
  endpoint: string | undefined
}

function remembered(): Remembered | undefined {
  const [userId, endpoint] = (getStored('pushSubscription') ?? '').split(' ')
  return userId ? { userId, endpoint } : undefined
}

function remember({ userId, endpoint }: Remembered): void {
  setStored('pushSubscription', endpoint === undefined ? userId : `${userId} ${endpoint}`)
}

/**
 * Switches push messages on in this browser, after asking for the browser's permission.
 * @returns false when the member has refused it
 * @throws CannotSubscribe, ApiError
 */
export async function switchOn(userId: string, publicKey: string): Promise<boolean> {
  if (!(await askBrowser())) return false
  await register(userId, publicKey)
  return true
}

async function register(userId: string, publicKey: string): Promise<void> {
  const subscription = await subscribe(publicKey)
  await call(addPushDevice, { body: subscription })
  remember({ userId, endpoint: subscription.endpoint })
}

/** Removes the subscription from this browser, after the server has removed it. */
export async function switchedOff(): Promise<void> {
  setStored('pushSubscription', undefined)
  await unsubscribe().catch(() => undefined)
}

/**
 * Ends the subscription together with the session. The account gets push messages in this browser again when it logs in
 * again.
 */
export async function sessionEnded(): Promise<void> {
  const last = remembered()
  if (last === undefined) return
  remember({ userId: last.userId, endpoint: undefined })
  await unsubscribe().catch(() => undefined)
}

/**
 * Sends the subscription to the server again if the browser has replaced it or the server does not know it for the
 * current session. If another device has removed this one from the list, it stays removed.
 */
export async function keepSubscription(userId: string): Promise<void> {
  const last = remembered()
  if (last?.userId !== userId || pushAbility() !== 'possible' || Notification.permission !== 'granted') return
  const { devices, publicKey } = await call(listPushDevices)
  const isKnown = devices.some(({ isThisDevice }) => isThisDevice)
  if (!isKnown && last.endpoint !== undefined) return switchedOff()
  const subscription = await subscribe(publicKey)
  if (isKnown && subscription.endpoint === last.endpoint) return
  await call(addPushDevice, { body: subscription })
  remember({ userId, endpoint: subscription.endpoint })
}
