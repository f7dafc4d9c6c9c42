import { ENDED_SHOWN_DAYS, OWN_KEYS_MAX, type OwnAccess } from '@tonarchiv/contract/own-access'
import type { StoredScope } from '@tonarchiv/contract/scope'
import type { Kysely } from 'kysely'
import type { ArchiveScope } from '#database/archive-scope.ts'
import type { Caller } from '#access/caller.ts'
import type { Schema } from '#database/schema.ts'
import { readScopes, unionOf } from '#features/access-grants/index.ts'
import type { Services } from '#services.ts'
import { chosenAlbums, countOf, readAlbumCounts, showAccesses } from './batches/shown-scopes.ts'

type Db = Kysely<Schema>

const DAY_MS = 24 * 60 * 60 * 1000

const NOTHING: readonly StoredScope[] = [{ kind: 'albums', albumIds: [], hasVideos: false }]

/** What an account may play, by which keys, and what has ended in the last days. */
export async function ownAccess(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { id, isAdmin }: Pick<Caller, 'id' | 'isAdmin'>,
): Promise<OwnAccess> {
  const time = now()
  const grants = await recentGrants(db, id, new Date(time.getTime() - ENDED_SHOWN_DAYS * DAY_MS))
  const scopes = await readScopes(
    db,
    grants.map(({ scopeId }) => scopeId),
  )
  const unionOfGrants = (some: readonly GrantRow[]): ArchiveScope | undefined =>
    unionOf([...NOTHING, ...some.flatMap(({ scopeId }) => scopes.get(scopeId) ?? [])])
  const live = grants.filter((grant) => isLive(grant, time))
  const own = isAdmin ? undefined : unionOfGrants(live)
  const counts = await readAlbumCounts(db, [...scopes.values()].flatMap(chosenAlbums))
  const [shownOwn, ...shownKeys] = await showAccesses(db, [
    own,
    ...live.map((grant) => unionOfGrants([grant])),
  ])
  if (shownOwn === undefined) throw new Error('The access of the caller is missing')
  /** Number of albums that were lost with these grants: those that would be open if they were still valid. */
  const lostBy = (some: readonly GrantRow[]) =>
    countOf(unionOfGrants([...live, ...some]), counts) - countOf(own, counts)
  const ended = grants.filter(({ withdrawnAt, endsAt }) => withdrawnAt === null && isPast(endsAt, time))
  const lastEnd = ended
    .map(({ endsAt }) => endsAt ?? '')
    .toSorted()
    .at(-1)
  const withdrawn = grants.filter(({ withdrawnAt }) => withdrawnAt !== null)
  const last = withdrawn.toSorted((a, b) => ((a.withdrawnAt ?? '') < (b.withdrawnAt ?? '') ? 1 : -1))[0]
  return {
    scope: shownOwn,
    archiveTotal: counts.total,
    keys: live.flatMap(({ id: grantId, keyValue, endsAt }, index) => {
      const scope = shownKeys[index]
      return scope === undefined ? [] : [{ id: grantId, key: keyValue, scope, endsAt }]
    }),
    ended: lastEnd === undefined || isAdmin ? null : { albumCount: lostBy(ended), at: lastEnd },
    withdrawn:
      last === undefined || last.withdrawnAt === null || isAdmin
        ? null
        : { key: last.keyValue, albumCount: lostBy([last]), at: last.withdrawnAt },
  }
}

const isPast = (time: string | null, now: Date) => time !== null && new Date(time) <= now

function isLive({ withdrawnAt, endsAt }: GrantRow, now: Date): boolean {
  return withdrawnAt === null && !isPast(endsAt, now)
}

type GrantRow = Awaited<ReturnType<typeof recentGrants>>[number]

/** The grants of an account that it has now or has lost since this time. Those that end first come first. */
async function recentGrants(db: Db, userId: string, since: Date) {
  const time = since.toISOString()
  return db
    .selectFrom('accessGrants')
    .leftJoin('accessKeys', 'accessKeys.id', 'accessGrants.accessKeyId')
    .select([
      'accessGrants.id',
      'accessGrants.scopeId',
      'accessGrants.endsAt',
      'accessGrants.withdrawnAt',
      'accessKeys.keyValue',
    ])
    .where('accessGrants.userId', '=', userId)
    .where((eb) =>
      eb.or([eb('accessGrants.withdrawnAt', 'is', null), eb('accessGrants.withdrawnAt', '>', time)]),
    )
    .where((eb) => eb.or([eb('accessGrants.endsAt', 'is', null), eb('accessGrants.endsAt', '>', time)]))
    .orderBy((eb) => eb.case().when('accessGrants.endsAt', 'is', null).then(1).else(0).end())
    .orderBy('accessGrants.endsAt')
    .orderBy('accessGrants.id')
    .limit(OWN_KEYS_MAX)
    .execute()
}
