import type { Scope } from '@tonarchiv/contract/scope'
import { createAdminKeys, redeemKey } from '../../server/src/features/access-keys/index.ts'
import { operator } from '../../server/src/features/audit-log/index.ts'
import { createUser } from '../../server/src/features/auth/index.ts'
import type { Services } from '../../server/src/services.ts'

/** The account of a member with archive access, which the clients of a measurement use. */
export interface Account {
  email: string
  password: string
}

const PASSWORD = 'Quittengelee auf Zwieback 7'

/** The account with this number; every archive has as many of them as its measurements need. */
export function accountOf(number: number): Account {
  return { email: `messung${number}@beispiel.de`, password: PASSWORD }
}

/** Makes accounts 0 to `count` - 1. */
export async function createAccounts(services: Services, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) await createAccount(services, number)
}

/** Makes the account with this number. Its key opens the whole archive unless a scope is given. */
export async function createAccount(services: Services, number: number, scope?: Scope): Promise<void> {
  const user = await createUser(services, { ...accountOf(number), username: `messung${number}` }, false)
  const [key] = await createAdminKeys(services, operator, {
    count: 1,
    record: 'keys',
    ...(scope !== undefined && { scope }),
  })
  if (key !== undefined) await redeemKey(services, user.id, key.keyValue)
}
