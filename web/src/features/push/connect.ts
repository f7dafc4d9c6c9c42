import { getStored } from '#client/signed-in-storage.ts'

const load = () => import('./this-browser.ts')

/** Keeps the subscription of this browser valid, if the account has switched push messages on here. */
export async function connectPush(userId: string): Promise<void> {
  if (getStored('pushSubscription') === undefined) return
  await load()
    .then(async ({ keepSubscription }) => keepSubscription(userId))
    .catch(() => undefined)
}

/** Ends the subscription with the session. The server has already ended it. */
export async function disconnectPush(): Promise<void> {
  if (getStored('pushSubscription') === undefined) return
  await load()
    .then(async ({ sessionEnded }) => sessionEnded())
    .catch(() => undefined)
}
