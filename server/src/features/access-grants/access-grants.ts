import type { AlbumType } from '@tonarchiv/contract/catalog'
import type { StoredScope } from '@tonarchiv/contract/scope'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type ArchiveAccess, type ArchiveScope, NO_ACCESS } from '#access/archive-access.ts'
import type { Caller } from '#access/caller.ts'
import { recordRevocation } from '#database/revocations.ts'
import type { Schema } from '#database/schema.ts'
import { lockUser, setAccess } from '#features/users/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#services.ts'
import { readScopes } from './scopes.ts'
import * as store from './store.ts'

type Db = Kysely<Schema>

export interface NewGrant {
  userId: string
  /** From `storeScope`. */
  scopeId: string
  accessKeyId: string | null
  grantedAt: Date
  /** Null for access without an end. */
  endsAt: Date | null
}

/**
 * Gives an account access in addition to the access that it has. Call it with the transaction that redeems the key,
 * and emit `accessChanged` for the account after the commit.
 * @returns the id of the grant
 */
export async function grantAccess(
  trx: Db,
  { userId, scopeId, accessKeyId, grantedAt, endsAt }: NewGrant,
): Promise<string> {
  const id = newId()
  await store.insertGrant(trx, {
    id,
    userId,
    scopeId,
    accessKeyId,
    grantedAt: grantedAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    withdrawnAt: null,
  })
  await keepInStep(trx, userId, grantedAt)
  return id
}

/**
 * Takes back what a key has given, from all accounts that redeemed it. What these accounts have by other keys stays.
 * Call it with the transaction that withdraws the key, and emit `accessChanged` for each returned account after the
 * commit.
 */
export async function endGrantsOfKey(trx: Db, accessKeyId: string, now: Date): Promise<string[]> {
  const withdrawn = await store.withdrawGrants(trx, 'accessKeyId', accessKeyId, now)
  return afterWithdrawal(trx, withdrawn, now)
}

/** Takes all access from an account. Emit `accessChanged` after the commit. */
export async function endGrantsOfAccount(trx: Db, userId: string, now: Date): Promise<void> {
  const withdrawn = await store.withdrawGrants(trx, 'userId', userId, now)
  await afterWithdrawal(trx, withdrawn, now)
  await keepInStep(trx, userId, now)
}

async function afterWithdrawal(
  trx: Db,
  withdrawn: Awaited<ReturnType<typeof store.withdrawGrants>>,
  now: Date,
): Promise<string[]> {
  for (const { id, userId, accessKeyId } of withdrawn)
    await recordRevocation(trx, now, { kind: 'access-grant', target: accessKeyId ?? id, userId })
  // All code locks accounts in the order of their ids, so that two transactions never wait for each other.
  const userIds = [...new Set(withdrawn.map(({ userId }) => userId))].toSorted()
  for (const userId of userIds) await keepInStep(trx, userId, now)
  return userIds
}

/** Writes the access that the grants of an account give now into its row in `users`, which most requests read. */
export async function keepInStep(trx: Db, userId: string, now: Date): Promise<void> {
  await lockUser(trx, userId)
  const { keyVerified, scope, endsAt } = await accessOf(trx, userId, now)
  await setAccess(trx, userId, {
    keyVerified: keyVerified ? 1 : 0,
    hasLimitedAccess: scope !== undefined || endsAt !== null ? 1 : 0,
    hasLimitedScope: scope === undefined ? 0 : 1,
  })
}

/**
 * The access of an account at this time, computed from its grants. A request needs it only if `hasLimitedAccess` of the
 * account is 1. Otherwise the account's row has the answer.
 */
export async function accessOf(db: Db, userId: string, now: Date): Promise<ArchiveAccess> {
  const live = await store.liveGrants(db, userId, now)
  if (live.length === 0) return NO_ACCESS
  const everything = live.filter(({ kind, hasVideos }) => kind === 'all' && hasVideos === 1)
  if (everything.some(({ endsAt }) => endsAt === null))
    return { keyVerified: true, scope: undefined, endsAt: null }
  const ends = live.flatMap(({ endsAt }) => (endsAt === null ? [] : [Date.parse(endsAt)]))
  const endsAt = ends.length === 0 ? null : Math.min(...ends)
  if (everything.length > 0) return { keyVerified: true, scope: undefined, endsAt }
  const { scope } = await unionOfStored(
    db,
    live.map(({ scopeId }) => scopeId),
  )
  return { keyVerified: true, scope, endsAt }
}

interface Union {
  scope: ArchiveScope | undefined
}

const UNIONS_MAX = 500
/**
 * What stored scopes open together, by their ids. Stored scopes never change, and ids of albums that were deleted since are
 * not given to other albums.
 */
const unions = new LRUCache<string, Union>({ max: UNIONS_MAX })

async function unionOfStored(db: Db, scopeIds: readonly string[]): Promise<Union> {
  const name = [...new Set(scopeIds)].toSorted().join(' ')
  const known = unions.get(name)
  if (known !== undefined) return known
  const scopes = await readScopes(db, scopeIds)
  const union = { scope: unionOf([...scopes.values()]) }
  unions.set(name, union)
  return union
}

/** What several scopes open together; undefined when that is everything. */
export function unionOf(scopes: readonly StoredScope[]): ArchiveScope | undefined {
  const hasVideos = scopes.some((scope) => scope.hasVideos)
  if (scopes.some(({ kind }) => kind === 'all')) return hasVideos ? undefined : scopeOf('all', hasVideos)
  const types = new Set<AlbumType>()
  const albumIds = new Set<string>()
  for (const scope of scopes) {
    if (scope.kind === 'types') for (const type of scope.types) types.add(type)
    if (scope.kind === 'albums') for (const id of scope.albumIds) albumIds.add(id)
  }
  return scopeOf({ types: [...types].toSorted(), albumIds: [...albumIds].toSorted() }, hasVideos)
}

function scopeOf(albums: ArchiveScope['albums'], hasVideos: boolean): ArchiveScope {
  return { key: JSON.stringify([albums, hasVideos]), albums, hasVideos }
}

/**
 * The caller with the access that its grants give at this time. Accounts without limits have `hasLimitedAccess` 0, and
 * nothing is read for them.
 */
export async function withAccess(
  { db, now }: Pick<Services, 'db' | 'now'>,
  caller: Caller,
  hasLimitedAccess: number,
): Promise<Caller> {
  if (hasLimitedAccess === 0 || caller.isAdmin || !caller.keyVerified) return caller
  const { keyVerified, scope } = await accessOf(db, caller.id, now())
  return { ...caller, keyVerified, scope }
}

interface RightsRow {
  id: string
  userId: string
  hasLimitedAccess: number
  emailVerified: boolean
  keyVerified: boolean
  isAdmin: boolean
}

/** The rights of the accounts of some credentials, with what their grants give at this time. */
export async function withAccessOfAll(
  { db, now }: Pick<Services, 'db' | 'now'>,
  rows: readonly RightsRow[],
): Promise<(Omit<RightsRow, 'userId' | 'hasLimitedAccess'> & Pick<Caller, 'scope'>)[]> {
  const limited = rows.filter((row) => row.hasLimitedAccess === 1 && row.keyVerified && !row.isAdmin)
  const accesses = new Map<string, ArchiveAccess>()
  for (const { userId } of limited)
    if (!accesses.has(userId)) accesses.set(userId, await accessOf(db, userId, now()))
  return rows.map(({ id, userId, emailVerified, keyVerified, isAdmin }) => {
    const access = isAdmin ? undefined : accesses.get(userId)
    const rights = { id, emailVerified, isAdmin }
    return access === undefined
      ? { ...rights, keyVerified }
      : { ...rights, keyVerified: access.keyVerified, scope: access.scope }
  })
}
