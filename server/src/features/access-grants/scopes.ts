import { type Scope, scopeAlbumGone, type StoredScope } from '@tonarchiv/contract/scope'
import type { Kysely } from 'kysely'
import { isMissingReference } from '#database/faults.ts'
import type { Schema } from '#database/schema.ts'
import { newId } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'

type Db = Kysely<Schema>

/** The id of the scope of the whole archive with videos. A migration inserts this scope. */
export const WHOLE_ARCHIVE_ID = '01940000-0000-7000-8000-000000000000'

/**
 * Stores a scope and returns its id. Call it with the transaction that writes what refers to the scope. All keys of the
 * whole archive with videos share one scope.
 * @throws Refused `scopeAlbumGone` when an album does not exist (any more)
 */
export async function storeScope(trx: Db, scope: Scope): Promise<string> {
  if (scope.kind === 'all' && scope.hasVideos) return WHOLE_ARCHIVE_ID
  const id = newId()
  await trx
    .insertInto('accessScopes')
    .values({ id, kind: scope.kind, hasVideos: scope.hasVideos ? 1 : 0 })
    .execute()
  if (scope.kind === 'types')
    await trx
      .insertInto('accessScopeTypes')
      .values([...new Set(scope.types)].map((type) => ({ scopeId: id, type })))
      .execute()
  if (scope.kind === 'albums') await storeAlbums(trx, id, [...new Set(scope.albumIds)])
  return id
}

async function storeAlbums(trx: Db, scopeId: string, albumIds: readonly string[]): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('accessScopeAlbums')
    .columns(['scopeId', 'albumId'])
    .expression((eb) =>
      eb
        .selectFrom('albums')
        .select([eb.val(scopeId).as('scopeId'), 'albums.id'])
        .where('albums.id', 'in', albumIds),
    )
    .executeTakeFirst()
    .catch((error: unknown) => {
      // An album was deleted between the reading and the writing of this statement.
      throw isMissingReference(error) ? new Refused(scopeAlbumGone) : error
    })
  if (numInsertedOrUpdatedRows !== BigInt(albumIds.length)) throw new Refused(scopeAlbumGone)
}

/** Reads scopes by their ids. Chosen albums that were deleted are missing from their scope, which may thus be empty. */
export async function readScopes(db: Db, scopeIds: readonly string[]): Promise<Map<string, StoredScope>> {
  const ids = [...new Set(scopeIds)]
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('accessScopes').selectAll().where('id', 'in', ids).execute()
  const typed = rows.filter(({ kind }) => kind === 'types').map(({ id }) => id)
  const chosen = rows.filter(({ kind }) => kind === 'albums').map(({ id }) => id)
  const types =
    typed.length === 0
      ? []
      : await db
          .selectFrom('accessScopeTypes')
          .selectAll()
          .where('scopeId', 'in', typed)
          .orderBy('type')
          .execute()
  const albums =
    chosen.length === 0
      ? []
      : await db
          .selectFrom('accessScopeAlbums')
          .selectAll()
          .where('scopeId', 'in', chosen)
          .orderBy('albumId')
          .execute()
  const typesOf = Map.groupBy(types, ({ scopeId }) => scopeId)
  const albumsOf = Map.groupBy(albums, ({ scopeId }) => scopeId)
  return new Map(
    rows.map(({ id, kind, hasVideos }): [string, StoredScope] => {
      const withVideos = { hasVideos: hasVideos === 1 }
      if (kind === 'types')
        return [id, { kind, types: (typesOf.get(id) ?? []).map(({ type }) => type), ...withVideos }]
      if (kind === 'albums')
        return [id, { kind, albumIds: (albumsOf.get(id) ?? []).map(({ albumId }) => albumId), ...withVideos }]
      return [id, { kind, ...withVideos }]
    }),
  )
}
