import { makeAccessKey, redeemAccessKey } from '../../server/src/features/access-keys/access-keys.ts'
import { operator } from '../../server/src/features/admin-acts/index.ts'
import { makeUser } from '../../server/src/features/auth/index.ts'
import type { Services } from '../../server/src/services.ts'

/** Somebody with a redeemed key, who calls and listens. */
export interface Account {
  email: string
  password: string
}

/** Stands in each of the made archives. */
export const account: Account = { email: 'messung@beispiel.de', password: 'Quittengelee auf Zwieback 7' }

export async function makeAccount(services: Services): Promise<void> {
  const user = await makeUser(services, { ...account, username: 'messung' }, false)
  const { keyValue } = await makeAccessKey(services, operator)
  await redeemAccessKey(services, user.id, keyValue)
}
