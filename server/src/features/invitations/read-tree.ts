import {
  type Admission,
  type getInvitationTree,
  TREE_INVITATIONS_MAX,
  TREE_MEMBERS_MAX,
} from '@tonarchiv/contract/invitation-tree'
import type { ShownScope } from '@tonarchiv/contract/key-batches'
import type { ResponseOf } from '@tonarchiv/contract/route'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { readScopes, unionOf } from '#features/access-grants/index.ts'
import { personOf, showAccesses } from '#features/access-keys/index.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'
import { admissionsOfMembers, countMembers, liveScopes, type MemberRow, treeMembers } from './tree-store.ts'

/** The tree of who has invited whom, for admins. */
export async function readTree({
  db,
  now,
  config: { invitations },
}: Services): Promise<ResponseOf<typeof getInvitationTree>> {
  const time = now()
  const members = await treeMembers(db, TREE_MEMBERS_MAX)
  const lastId = members.at(-1)?.id ?? ''
  const [total, given, admissions, scopes, open] = await Promise.all([
    members.length < TREE_MEMBERS_MAX ? members.length : countMembers(db),
    store.countGivenBy(db, time, lastId),
    admissionsOfMembers(db, lastId),
    liveScopes(db, time, lastId),
    store.openInvitations(db, time, { limit: TREE_INVITATIONS_MAX }),
  ])
  const scopeOf = await scopesOfMembers(db, members, scopes)
  return {
    members: members.map((row) => ({
      user: personOf(row),
      isAdmin: row.isAdmin === 1,
      joinedAt: admissions.get(row.id)?.usedAt ?? row.createdAt,
      invitedById: row.invitedBy,
      admission: admissionOf(admissions.get(row.id)),
      scope: scopeOf.get(row.id) ?? null,
      invitationsLeft: Math.max(0, invitations.quota - (given.get(row.id) ?? 0)),
      isBarred: row.barredAt !== null,
    })),
    invitations: open.flatMap(({ id, keyValue, words, madeBy, expiresAt }) =>
      madeBy === null || expiresAt === null
        ? []
        : [{ id, key: keyValue, words: words ?? '', invitedById: madeBy, expiresAt }],
    ),
    total,
    quota: invitations.quota,
    isEnabled: invitations.isEnabled,
  }
}

function admissionOf(
  use: { keyValue: string; words: string | null; note: string | null; isInvitation: number } | undefined,
): Admission | null {
  if (use === undefined) return null
  if (use.isInvitation === 1) return { kind: 'invitation', words: use.words ?? '' }
  return { kind: 'key', key: use.keyValue, note: use.note ?? '' }
}

/** What each of these members may play; null without access. */
async function scopesOfMembers(
  db: Kysely<Schema>,
  members: readonly MemberRow[],
  scopeIds: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, ShownScope>> {
  const stored = await readScopes(db, [...scopeIds.values()].flat())
  const accesses = members.flatMap(({ id, isAdmin, keyVerified, hasLimitedAccess }) => {
    if (isAdmin === 1 || (keyVerified === 1 && hasLimitedAccess === 0)) return [{ id, access: undefined }]
    const own = (scopeIds.get(id) ?? []).flatMap((scopeId) => stored.get(scopeId) ?? [])
    return own.length === 0 ? [] : [{ id, access: unionOf(own) }]
  })
  const shown = await showAccesses(
    db,
    accesses.map(({ access }) => access),
  )
  return new Map(
    accesses.flatMap(({ id }, index) => {
      const scope = shown[index]
      return scope === undefined ? [] : [[id, scope] as const]
    }),
  )
}
