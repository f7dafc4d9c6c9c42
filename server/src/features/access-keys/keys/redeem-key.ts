import { ACCESS_KEY_PATTERN, accessKeyRedeemed, invalidAccessKey } from '@tonarchiv/contract/access-keys'
import type { Kysely } from 'kysely'
import { recordRevocation } from '#database/revocations.ts'
import type { Schema } from '#database/schema.ts'
import { grantAccess } from '#features/access-grants/index.ts'
import { findUserById, type UserRow } from '#features/users/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The result of redeeming: the account as it is now, and the key, unless the account needed none. */
interface Redeemed {
  user: UserRow
  key: store.AccessKeyRow | undefined
}

/**
 * Redeems a key for an account, which gets the key's scope in addition to what it has. Of several callers at once as
 * many succeed as the key has uses. Emit `accessChanged` for the account afterwards.
 * @throws Refused `invalidAccessKey`, `accessKeyRedeemed`
 */
export async function redeemKey(
  { db, now }: Pick<Services, 'db' | 'now'>,
  userId: string,
  given: string,
): Promise<Redeemed> {
  const keyValue = given.trim().toUpperCase()
  if (!ACCESS_KEY_PATTERN.test(keyValue)) throw new Refused(invalidAccessKey)
  const time = now()
  return db.transaction().execute(async (trx) => {
    const user = await findUserById(trx, userId)
    if (user === undefined) throw new Refused(invalidAccessKey)
    // An account that already has everything keeps it, and the key stays unused.
    if (user.keyVerified === 1 && user.hasLimitedAccess === 0) return { user, key: undefined }
    const key = await useKey(trx, { keyValue, userId, time })
    if (key === undefined) throw new Refused(await refusalOf(trx, keyValue, userId))
    return { user: (await findUserById(trx, userId)) ?? user, key }
  })
}

/**
 * Counts the use of a key and gives what it opens.
 * @returns undefined when it cannot be redeemed
 * @throws Refused `accessKeyRedeemed`
 */
export async function useKey(
  trx: Kysely<Schema>,
  { keyValue, userId, time }: { keyValue: string; userId: string; time: Date },
): Promise<store.AccessKeyRow | undefined> {
  const key = await store.consumeKey(trx, keyValue, time)
  if (key === undefined) return undefined
  if (!(await store.insertUse(trx, key.id, userId, time))) throw new Refused(accessKeyRedeemed)
  await recordRevocation(trx, time, { kind: 'access-key', target: key.id, userId })
  await grantAccess(trx, {
    userId,
    scopeId: key.scopeId,
    accessKeyId: key.id,
    grantedAt: time,
    endsAt: key.stayDays === null ? null : new Date(time.getTime() + key.stayDays * DAY_MS),
  })
  return key
}

/** An account learns that it has used a key itself; of all other keys nothing but that they do not fit. */
async function refusalOf(trx: Kysely<Schema>, keyValue: string, userId: string) {
  const key = await store.findKey(trx, keyValue)
  const isOwn = key !== undefined && key.withdrawnAt === null && (await store.hasUsed(trx, key.id, userId))
  return isOwn ? accessKeyRedeemed : invalidAccessKey
}
