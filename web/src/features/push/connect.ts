import { getStored } from '#client/signed-in-storage.ts'

const load = () => import('./this-browser.ts')

/** Keeps the subscription of this browser valid, if the account has switched push messages on here. */
export async function connectPush(userId: string): Promise<void> {
  if (getStored('pushSubscription') === undefined) return
  await load()
    .then(async ({ keepSubscription }) => keepSubscription(userId))
    .catch(() => undefined)
}

/** Ends the subscription of this browser when the session ends. The server has already removed it. */
export async function disconnectPush(): Promise<void> {
  if (getStored('pushSubscription') === undefined) return
  await load()
    .then(async ({ sessionEnded }) => sessionEnded())
    .catch(() => undefined)
}
