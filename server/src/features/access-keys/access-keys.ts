import { randomInt } from 'node:crypto'
import { ACCESS_KEY_PATTERN, accessKeyUsed, invalidAccessKey } from '@tonarchiv/contract/access-keys'
import { notFound } from '@tonarchiv/contract/refusal'
import { WHOLE_ARCHIVE } from '@tonarchiv/contract/scope'
import type { Kysely } from 'kysely'
import { isUniqueViolation } from '#database/faults.ts'
import { newId } from '#platform/ids.ts'
import { recordRevocation } from '#database/revocations.ts'
import type { Schema } from '#database/schema.ts'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { grantAccess, storeScope } from '#features/access-grants/index.ts'
import { findUserById, type UserRow } from '#features/users/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Creates one key of ten random characters, XX-XXXX-XXXX. */
export async function createAccessKey(services: Services, actor: Actor): Promise<store.AccessKeyRow> {
  const [key] = await createAccessKeys(services, actor, 1)
  if (key === undefined) throw new Error('No key was made')
  return key
}

/** Creates several keys, all or none. The newest key comes first. */
export async function createAccessKeys(
  { db, now }: Services,
  actor: Actor,
  count: number,
): Promise<store.AccessKeyRow[]> {
  for (;;) {
    const rows = Array.from({ length: count }, () => ({
      id: newId(),
      keyValue: newKeyValue(),
      createdAt: now().toISOString(),
      usedBy: null,
      usedAt: null,
      usedByUsername: null,
    }))
    try {
      await db.transaction().execute(async (trx) => {
        for (const row of rows) {
          await store.insertKey(trx, row)
          await recordAuditEvent(trx, actor, now(), {
            action: 'access-key.make',
            target: row.id,
            after: { key: row.keyValue },
          })
        }
      })
      return rows.toReversed()
    } catch (error) {
      // Two equal random keys are very unlikely. In that case another key is generated.
      if (!isUniqueViolation(error)) throw error
    }
  }
}

/**
 * Redeems the key for the account. If several callers redeem the same key at once, exactly one succeeds.
 * @throws Refused `invalidAccessKey`
 */
export async function redeemAccessKey(
  { db, now }: Services,
  userId: string,
  given: string,
): Promise<UserRow> {
  const keyValue = given.trim().toUpperCase()
  if (!ACCESS_KEY_PATTERN.test(keyValue)) throw new Refused(invalidAccessKey)
  const time = now()
  return db.transaction().execute(async (trx) => {
    const user = await findUserById(trx, userId)
    // An account that already has everything keeps it, and the key stays unused.
    if (user?.keyVerified === 1 && user.hasLimitedAccess === 0) return user
    const keyId = user && (await store.consumeKey(trx, keyValue, userId, time))
    if (user === undefined || keyId === undefined) throw new Refused(invalidAccessKey)
    await recordRevocation(trx, time, { kind: 'access-key', target: keyId, userId })
    await grantAccess(trx, {
      userId,
      scopeId: await storeScope(trx, WHOLE_ARCHIVE),
      accessKeyId: keyId,
      grantedAt: time,
      endsAt: null,
    })
    return { ...user, keyVerified: 1, hasLimitedAccess: 0, hasLimitedScope: 0 }
  })
}

/**
 * Withdraws an unused key.
 * @throws Refused `accessKeyUsed`, `notFound`
 */
export async function withdrawAccessKey({ db, now }: Services, id: string, actor: Actor): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const key = await store.deleteUnusedKey(trx, id)
    if (key === undefined) throw new Refused((await store.keyExists(trx, id)) ? accessKeyUsed : notFound)
    await recordRevocation(trx, now(), { kind: 'access-key', target: id })
    await recordAuditEvent(trx, actor, now(), { action: 'access-key.withdraw', target: id, before: { key } })
  })
}

/** Ten random characters, XX-XXXX-XXXX. */
export function newKeyValue(): string {
  const characters = Array.from({ length: 10 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
  return `${characters.slice(0, 2)}-${characters.slice(2, 6)}-${characters.slice(6)}`
}

/** The key that an account redeemed, for its export. */
export const accessKeysExport = {
  name: 'accessKeys',
  read: async (db: Kysely<Schema>, userId: string) =>
    db
      .selectFrom('accessKeys')
      .select(['keyValue', 'createdAt', 'usedAt'])
      .where('usedBy', '=', userId)
      .execute(),
}
