import type { AlbumType } from '@tonarchiv/contract/catalog'
import { SHOWN_SLEEVES, type ShownScope } from '@tonarchiv/contract/key-batches'
import type { StoredScope } from '@tonarchiv/contract/scope'
import type { Kysely } from 'kysely'
import type { ArchiveScope } from '#access/archive-access.ts'
import type { Schema } from '#database/schema.ts'
import { readScopes, unionOf } from '#features/access-grants/index.ts'
import { coverUrlOf } from '#features/catalog/index.ts'

type Db = Kysely<Schema>

/** Number of albums whose types are read with one query. */
const AT_ONCE = 500

/** What is needed to count the albums of scopes. */
export interface CountedAlbums {
  total: number
  ofType: ReadonlyMap<AlbumType, number>
  /** The types of the chosen albums, by their ids. An album that is not open yet is missing. */
  typeOf: ReadonlyMap<string, AlbumType>
}

/** Counts the albums of each type, and reads the types of these chosen albums. */
export async function readAlbumCounts(db: Db, chosen: readonly string[]): Promise<CountedAlbums> {
  const rows = await db
    .selectFrom('openAlbums')
    .select(['type', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('type')
    .execute()
  const ofType = new Map(rows.map(({ type, count }) => [type, count]))
  const typeOf = new Map<string, AlbumType>()
  const ids = [...new Set(chosen)]
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE)
    const albums = await db.selectFrom('openAlbums').select(['id', 'type']).where('id', 'in', some).execute()
    for (const { id, type } of albums) typeOf.set(id, type)
  }
  return { total: [...ofType.values()].reduce((sum, count) => sum + count, 0), ofType, typeOf }
}

/** The number of albums that a scope opens; undefined is the scope of everything. */
export function countOf(
  scope: Pick<ArchiveScope, 'albums'> | undefined,
  { total, ofType, typeOf }: CountedAlbums,
): number {
  if (scope === undefined || scope.albums === 'all') return total
  const { types, albumIds } = scope.albums
  const chosen = albumIds.filter((id) => {
    const type = typeOf.get(id)
    return type !== undefined && !types.includes(type)
  })
  return types.reduce((sum, type) => sum + (ofType.get(type) ?? 0), chosen.length)
}

export const chosenAlbums = (scope: StoredScope) => (scope.kind === 'albums' ? scope.albumIds : [])

/** The fields of a scope from which `scopeText` makes its text. */
export function namedScope(scope: StoredScope, counts: CountedAlbums): Omit<ShownScope, 'albums'> {
  const { kind, hasVideos } = scope
  const types = kind === 'types' ? scope.types : []
  return { kind, hasVideos, types, albumCount: countOf(unionOf([scope]), counts) }
}

/** Scopes as screens show them, by their ids. */
export async function readShownScopes(
  db: Db,
  scopeIds: readonly string[],
): Promise<(scopeId: string) => ShownScope> {
  const scopes = await readScopes(db, scopeIds)
  const all = [...scopes.values()]
  const counts = await readAlbumCounts(db, all.flatMap(chosenAlbums))
  const shown = all.flatMap((scope) => chosenAlbums(scope).slice(0, SHOWN_SLEEVES))
  const sleeves = new Map((await sleevesOf(db, [...new Set(shown)])).map((sleeve) => [sleeve.id, sleeve]))
  return (scopeId) => {
    const scope = scopes.get(scopeId)
    if (scope === undefined) throw new Error(`The scope ${scopeId} is missing`)
    const albums = chosenAlbums(scope)
      .slice(0, SHOWN_SLEEVES)
      .flatMap((id) => sleeves.get(id) ?? [])
    return { ...namedScope(scope, counts), albums }
  }
}

type Sleeve = ShownScope['albums'][number]

/** Title and cover of these albums, in the order of their ids. */
export async function sleevesOf(db: Db, ids: readonly string[], limit = ids.length): Promise<Sleeve[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('openAlbums')
    .select(['id', 'title', 'coverName'])
    .where('id', 'in', ids)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, title, coverName }) => ({
    id,
    title,
    coverUrl: coverName === null ? null : coverUrlOf(coverName),
  }))
}

/**
 * What members may play, as screens show it. An undefined scope is the whole archive. A scope that has both types and
 * chosen albums is shown as a scope of chosen albums.
 */
export async function showAccesses(
  db: Db,
  accesses: readonly (ArchiveScope | undefined)[],
): Promise<ShownScope[]> {
  const counts = await readAlbumCounts(db, accesses.flatMap(chosenOf))
  const shown = accesses.flatMap((scope) => chosenOf(scope).slice(0, SHOWN_SLEEVES))
  const sleeves = new Map((await sleevesOf(db, [...new Set(shown)])).map((sleeve) => [sleeve.id, sleeve]))
  return accesses.map((scope) => {
    const chosen = chosenOf(scope)
    const types = scope === undefined || scope.albums === 'all' ? [] : [...scope.albums.types]
    const isWhole = scope === undefined || scope.albums === 'all'
    return {
      kind: isWhole ? 'all' : chosen.length === 0 && types.length > 0 ? 'types' : 'albums',
      hasVideos: scope?.hasVideos ?? true,
      types,
      albumCount: countOf(scope, counts),
      albums: chosen.slice(0, SHOWN_SLEEVES).flatMap((id) => sleeves.get(id) ?? []),
    }
  })
}

const chosenOf = (scope: ArchiveScope | undefined) =>
  scope === undefined || scope.albums === 'all' ? [] : scope.albums.albumIds
