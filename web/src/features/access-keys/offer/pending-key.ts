import { getStored, setStored } from '#client/signed-in-storage.ts'

/** The key that a visitor accepted before the login; it is redeemed as soon as the account is verified. */
export const pendingKey = () => getStored('pendingKey')

export const keepPendingKey = (key: string) => setStored('pendingKey', key)

export const clearPendingKey = () => setStored('pendingKey', undefined)
