import type { Kysely } from 'kysely'
import type { Database } from '#database/open.ts'
import { recordRevocation } from '#database/revocations.ts'
import type { Schema } from '#database/schema.ts'
import { endGrantsOfKey } from '#features/access-grants/index.ts'
import { lockUser } from '#features/users/index.ts'
import * as store from './store.ts'

/** What a withdrawal has changed. */
interface Withdrawal {
  /** The keys that were withdrawn now, and not before. */
  keys: store.AccessKeyRow[]
  /** The accounts that lost access. Emit `accessChanged` for each after the commit. */
  userIds: string[]
}

/**
 * Withdraws keys, so that they cannot be redeemed any more. With `takesBack` it also takes back the access that they
 * gave, also of keys that were withdrawn before. Call it with the transaction that records who does it. `rows` are the
 * result of `lockKeys`, so that a member who redeems at the same time either comes first, and loses the access, or is
 * rejected.
 */
export async function withdrawKeys(
  trx: Kysely<Schema>,
  now: Date,
  rows: readonly store.AccessKeyRow[],
  takesBack: boolean,
): Promise<Withdrawal> {
  const keys = rows.filter(({ withdrawnAt }) => withdrawnAt === null)
  await store.markWithdrawn(
    trx,
    keys.map(({ id }) => id),
    now,
  )
  for (const { id } of keys) await recordRevocation(trx, now, { kind: 'access-key', target: id })
  if (!takesBack) return { keys, userIds: [] }
  // All code locks accounts in the order of their ids, so that two transactions never wait for each other.
  for (const userId of await store.accountsWithGrants(
    trx,
    rows.map(({ id }) => id),
  ))
    await lockUser(trx, userId)
  const userIds = new Set<string>()
  for (const { id } of rows) for (const userId of await endGrantsOfKey(trx, id, now)) userIds.add(userId)
  return { keys, userIds: [...userIds] }
}

/** Withdraws one key by its id: what `withdrawKeys` does. @returns undefined when there is no such key */
export async function withdrawKey(
  trx: Kysely<Schema>,
  kind: Database['kind'],
  now: Date,
  { id, takesBack }: { id: string; takesBack: boolean },
): Promise<Withdrawal | undefined> {
  const rows = await store.lockKeys(trx, kind, { id })
  return rows.length === 0 ? undefined : withdrawKeys(trx, now, rows, takesBack)
}
