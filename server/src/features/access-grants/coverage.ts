import type { AlbumType } from '@tonarchiv/contract/catalog'
import { type Scope, SCOPE_ALBUMS_MAX, type StoredScope, WHOLE_ARCHIVE } from '@tonarchiv/contract/scope'
import type { Kysely } from 'kysely'
import type { ArchiveScope } from '#database/archive-scope.ts'
import type { Schema } from '#database/schema.ts'
import { findUserById } from '#features/users/index.ts'
import { unionOf } from './access-grants.ts'
import { readScopes } from './scopes.ts'
import * as store from './store.ts'

type Db = Kysely<Schema>

/**
 * The time until which an account may play all of a scope, and so may pass it on. Null when that has no end. Undefined
 * when the account may not play all of it. Call it with the transaction that passes the scope on.
 */
export async function coveredUntil(
  db: Db,
  userId: string,
  wanted: Scope | string,
  now: Date,
): Promise<Date | null | undefined> {
  const user = await findUserById(db, userId)
  if (user?.isAdmin === 1) return null
  if (user === undefined || user.keyVerified === 0) return undefined
  if (user.hasLimitedAccess === 0) return null
  const live = await store.liveGrants(db, userId, now)
  const ids = live.map(({ scopeId }) => scopeId)
  const scopes = await readScopes(db, typeof wanted === 'string' ? [...ids, wanted] : ids)
  const scope = typeof wanted === 'string' ? scopes.get(wanted) : wanted
  if (scope === undefined) return undefined
  const typeOf = await typesOfAlbums(db, scope)
  // Adds up grants, those that end last first, until they cover the scope. The end of the last one added is the result.
  const byEnd = live.toSorted((a, b) => endOf(b.endsAt) - endOf(a.endsAt))
  const summed: StoredScope[] = []
  for (const { scopeId, endsAt } of byEnd) {
    const own = scopes.get(scopeId)
    if (own !== undefined) summed.push(own)
    if (covers(unionOf(summed), scope, typeOf)) return endsAt === null ? null : new Date(endsAt)
  }
  return undefined
}

const endOf = (endsAt: string | null) => (endsAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(endsAt))

/** The types of the chosen albums of a scope. An album before its premiere is missing, as one that does not exist. */
async function typesOfAlbums(db: Db, scope: Scope | StoredScope): Promise<ReadonlyMap<string, AlbumType>> {
  if (scope.kind !== 'albums' || scope.albumIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('openAlbums')
    .select(['id', 'type'])
    .where('id', 'in', scope.albumIds)
    .execute()
  return new Map(rows.map(({ id, type }) => [id, type]))
}

/** Whether all of a scope is in what a member may play. */
function covers(
  own: ArchiveScope | undefined,
  scope: Scope | StoredScope,
  typeOf: ReadonlyMap<string, AlbumType>,
): boolean {
  if (own === undefined) return true
  if (scope.hasVideos && !own.hasVideos) return false
  if (own.albums === 'all') return true
  const { types, albumIds } = own.albums
  if (scope.kind === 'all') return false
  if (scope.kind === 'types') return scope.types.every((type) => types.includes(type))
  return scope.albumIds.every((id) => {
    const type = typeOf.get(id)
    return type !== undefined && (types.includes(type) || albumIds.includes(id))
  })
}

/**
 * Everything that an account may play, as one scope. A scope cannot contain both types and chosen albums. If the
 * account has both, the result lists all these albums as the archive has them today. Undefined when these are too many
 * for one scope, or when there is nothing.
 */
export async function ownScope(db: Db, userId: string, now: Date): Promise<Scope | undefined> {
  const user = await findUserById(db, userId)
  if (user === undefined) return undefined
  if (user.isAdmin === 1 || (user.keyVerified === 1 && user.hasLimitedAccess === 0)) return WHOLE_ARCHIVE
  const live = await store.liveGrants(db, userId, now)
  const scopes = await readScopes(
    db,
    live.map(({ scopeId }) => scopeId),
  )
  if (scopes.size === 0) return undefined
  const own = unionOf([...scopes.values()])
  if (own === undefined) return WHOLE_ARCHIVE
  const { albums, hasVideos } = own
  if (albums === 'all') return { kind: 'all', hasVideos }
  if (albums.albumIds.length === 0) return { kind: 'types', types: [...albums.types], hasVideos }
  const rows = await db
    .selectFrom('openAlbums')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('id', 'in', albums.albumIds),
        ...(albums.types.length === 0 ? [] : [eb('type', 'in', albums.types)]),
      ]),
    )
    .orderBy('id')
    .limit(SCOPE_ALBUMS_MAX + 1)
    .execute()
  if (rows.length === 0 || rows.length > SCOPE_ALBUMS_MAX) return undefined
  return { kind: 'albums', albumIds: rows.map(({ id }) => id), hasVideos }
}
