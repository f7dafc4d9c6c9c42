import { ACCESS_KEY_PATTERN, accessKeyRedeemed, invalidAccessKey } from '@tonarchiv/contract/access-keys'
import type { Kysely } from 'kysely'
import type { Database } from '#database/open.ts'
import { recordRevocation } from '#database/revocations.ts'
import type { Schema } from '#database/schema.ts'
import { coveredUntil, grantAccess } from '#features/access-grants/index.ts'
import { findUserById, setInviter, type UserRow } from '#features/users/index.ts'
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
    const key = await useKey(trx, db.kind, { keyValue, userId, time })
    if (key === undefined) throw new Refused(await refusalOf(trx, keyValue, userId))
    return { user: (await findUserById(trx, userId)) ?? user, key }
  })
}

/**
 * Counts the use of a key and gives what it opens.
 * @returns undefined when it cannot be redeemed
 * @throws Refused `accessKeyRedeemed`, `invalidAccessKey` for an invitation whose author may not play what it opens
 */
export async function useKey(
  trx: Kysely<Schema>,
  kind: Database['kind'],
  { keyValue, userId, time }: { keyValue: string; userId: string; time: Date },
): Promise<store.AccessKeyRow | undefined> {
  const key = await store.consumeKey(trx, keyValue, time)
  if (key === undefined) return undefined
  if (!(await store.insertUse(trx, key.id, userId, time))) throw new Refused(accessKeyRedeemed)
  await recordRevocation(trx, time, { kind: 'access-key', target: key.id, userId })
  const endsAt = await endOfStay(trx, key, userId, time)
  if (endsAt === undefined) throw new Refused(invalidAccessKey)
  // The author of the first redeemed key counts as the inviter of the member. Later keys only add access.
  if (key.madeBy !== null && (await store.countUses(trx, userId)) === 1)
    await setInviter(trx, kind, { userId, invitedBy: key.madeBy })
  await grantAccess(trx, {
    userId,
    scopeId: key.scopeId,
    accessKeyId: key.id,
    grantedAt: time,
    endsAt,
  })
  return key
}

/**
 * The error for a key that cannot be redeemed. If the account has used the key before, the error says so. All other
 * keys have the same error, so that it does not reveal which keys exist.
 */
async function refusalOf(trx: Kysely<Schema>, keyValue: string, userId: string) {
  const key = await store.findKey(trx, keyValue)
  const isOwn = key !== undefined && key.withdrawnAt === null && (await store.hasUsed(trx, key.id, userId))
  return isOwn ? accessKeyRedeemed : invalidAccessKey
}

/**
 * When the access ends that a key gives now; null for never. The access of an invitation ends at the latest when that
 * of its author does. Undefined when the invitation is not valid: its author may no longer play all that it opens, has
 * no account any more, or wants to redeem it.
 */
async function endOfStay(
  trx: Kysely<Schema>,
  key: store.AccessKeyRow,
  userId: string,
  now: Date,
): Promise<Date | null | undefined> {
  const stay = key.stayDays === null ? null : new Date(now.getTime() + key.stayDays * DAY_MS)
  if (key.isInvitation === 0) return stay
  if (key.madeBy === null || key.madeBy === userId) return undefined
  const covered = await coveredUntil(trx, key.madeBy, key.scopeId, now)
  if (covered === undefined || covered === null) return covered === null ? stay : undefined
  return stay === null || covered < stay ? covered : stay
}
