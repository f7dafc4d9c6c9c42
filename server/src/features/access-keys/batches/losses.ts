import type { KeyLoss } from '@tonarchiv/contract/key-batches'
import type { StoredScope } from '@tonarchiv/contract/scope'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { readScopes, unionOf } from '#features/access-grants/index.ts'
import { personOf } from './batches.ts'
import { chosenAlbums, countOf, type CountedAlbums, namedScope, readAlbumCounts } from './shown-scopes.ts'
import * as store from './losses-store.ts'

type Access = KeyLoss['before']

/** Maximum number of members whose losses are computed for one withdrawal. Further members are not counted. */
const MEMBERS_MAX = 5000
/** Number of accounts whose grants are read with one query. */
const AT_ONCE = 500

/** What each member who has access by a batch loses if that access is taken back. The largest loss comes first. */
export async function lossesOf(
  db: Kysely<Schema>,
  batchId: string,
  keyIds: ReadonlySet<string>,
  now: Date,
): Promise<KeyLoss[]> {
  const members = await store.membersWithGrants(db, batchId, now, MEMBERS_MAX)
  const grants: store.LiveGrant[] = []
  for (let start = 0; start < members.length; start += AT_ONCE) {
    const ids = members.slice(start, start + AT_ONCE).map(({ id }) => id)
    grants.push(...(await store.liveGrantsOf(db, ids, now)))
  }
  const scopes = await readScopes(
    db,
    grants.map(({ scopeId }) => scopeId),
  )
  const counts = await readAlbumCounts(db, [...scopes.values()].flatMap(chosenAlbums))
  const byMember = Map.groupBy(grants, ({ userId }) => userId)
  return members
    .map((member): KeyLoss => {
      const own = byMember.get(member.id) ?? []
      const kept = own.filter(({ accessKeyId }) => accessKeyId === null || !keyIds.has(accessKeyId))
      return {
        person: personOf(member),
        before: measure(own, scopes, counts),
        after: measure(kept, scopes, counts),
        keeps: kept.flatMap(({ scopeId, keyValue }) => {
          const scope = scopes.get(scopeId)
          return scope === undefined ? [] : [{ scope: namedScope(scope, counts), key: keyValue }]
        }),
      }
    })
    .toSorted((a, b) => weightOf(b) - weightOf(a) || a.person.displayName.localeCompare(b.person.displayName))
}

/** Whether a member has less after the withdrawal: fewer albums, no videos, or for a shorter time. */
export function hasLess({ before, after }: KeyLoss): boolean {
  return (
    before.hasAll !== after.hasAll ||
    before.albumCount !== after.albumCount ||
    before.hasVideos !== after.hasVideos ||
    before.endsAt !== after.endsAt
  )
}

/** Losing everything weighs most, then the number of albums, then videos and time. */
function weightOf(loss: KeyLoss): number {
  const { before, after } = loss
  const hasNothing = after.albumCount === 0 && !after.hasVideos
  const albums = before.albumCount - after.albumCount
  return (
    (hasNothing ? 1_000_000 : 0) +
    albums * 4 +
    (before.hasVideos && !after.hasVideos ? 2 : 0) +
    (hasLess(loss) ? 1 : 0)
  )
}

function measure(
  grants: readonly store.LiveGrant[],
  scopes: ReadonlyMap<string, StoredScope>,
  counts: CountedAlbums,
): Access {
  if (grants.length === 0) return { hasAll: false, albumCount: 0, hasVideos: false, endsAt: null }
  const union = unionOf(grants.flatMap(({ scopeId }) => scopes.get(scopeId) ?? []))
  const ends = grants.flatMap(({ endsAt }) => (endsAt === null ? [] : [Date.parse(endsAt)]))
  return {
    hasAll: union === undefined,
    albumCount: countOf(union, counts),
    hasVideos: union?.hasVideos ?? true,
    endsAt: ends.length < grants.length ? null : new Date(Math.max(...ends)).toISOString(),
  }
}
