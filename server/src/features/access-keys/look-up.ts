import { ACCESS_KEY_PATTERN } from '@tonarchiv/contract/access-keys'
import { SHOWN_SLEEVES } from '@tonarchiv/contract/key-batches'
import { type Gain, type KeyOffer, keyUnknown, type lookUpKey } from '@tonarchiv/contract/key-offers'
import type { ResponseOf } from '@tonarchiv/contract/route'
import type { StoredScope } from '@tonarchiv/contract/scope'
import type { Kysely } from 'kysely'
import type { ArchiveScope } from '#access/archive-access.ts'
import type { Caller } from '#access/caller.ts'
import type { Schema } from '#database/schema.ts'
import { accessOf, coveredUntil, readScopes, unionOf } from '#features/access-grants/index.ts'
import { findUserById } from '#features/users/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { personOf } from './batches/batches.ts'
import { countOf, readAlbumCounts, sleevesOf, type CountedAlbums } from './batches/shown-scopes.ts'
import * as store from './keys/store.ts'

type Db = Kysely<Schema>
type Part = Pick<ArchiveScope, 'albums' | 'hasVideos'>

/**
 * Returns what a key offers. Callers without a verified login see only who invites, the text of the invitation and the
 * kind of scope: no titles, no covers, no numbers of the archive.
 * @throws Refused `keyUnknown`, also for a withdrawn key
 */
export async function lookUp(
  { db, now }: Pick<Services, 'db' | 'now'>,
  given: string,
  caller: Caller | undefined,
): Promise<ResponseOf<typeof lookUpKey>> {
  const keyValue = given.trim().toUpperCase()
  const key = ACCESS_KEY_PATTERN.test(keyValue) ? await store.findKey(db, keyValue) : undefined
  if (key === undefined || key.withdrawnAt !== null) throw new Refused(keyUnknown)
  if (caller !== undefined && (await store.hasUsed(db, key.id, caller.id))) return { state: 'redeemed' }
  if (key.uses >= key.maxUses) return { state: 'used', maxUses: key.maxUses }
  if (key.expiresAt !== null && new Date(key.expiresAt) <= now())
    return { state: 'expired', expiresAt: key.expiresAt }
  if (key.isInvitation === 1 && !(await isCovered(db, now(), key))) throw new Refused(keyUnknown)
  return { state: 'open', offer: await offerOf(db, now(), key, caller?.emailVerified ? caller : undefined) }
}

/** Whether the author of an invitation still may play what it opens. */
async function isCovered(db: Db, now: Date, { madeBy, scopeId }: store.AccessKeyRow): Promise<boolean> {
  return madeBy !== null && (await coveredUntil(db, madeBy, scopeId, now)) !== undefined
}

async function offerOf(
  db: Db,
  now: Date,
  key: store.AccessKeyRow,
  caller: Caller | undefined,
): Promise<KeyOffer> {
  const scope = (await readScopes(db, [key.scopeId])).get(key.scopeId)
  if (scope === undefined) throw new Error(`The scope ${key.scopeId} is missing`)
  const { keyValue, stayDays, expiresAt, words } = key
  const inviter =
    key.isInvitation === 1 && key.madeBy !== null ? await findUserById(db, key.madeBy) : undefined
  const offer = {
    key: keyValue,
    stayDays,
    expiresAt,
    words,
    scope: {
      kind: scope.kind,
      types: scope.kind === 'types' ? scope.types : [],
      hasVideos: scope.hasVideos,
      albumCount: scope.kind === 'albums' ? scope.albumIds.length : null,
    },
    inviter: null,
    gain: null,
  }
  const person = inviter === undefined ? undefined : personOf(inviter)
  if (caller === undefined)
    return {
      ...offer,
      inviter: person === undefined ? null : { displayName: person.displayName, photoURL: null },
    }
  const { albumCount, gain } = await gainOf(db, now, scope, caller)
  const { displayName, photoURL } = person ?? {}
  return {
    ...offer,
    inviter: displayName === undefined ? null : { displayName, photoURL: photoURL ?? null },
    scope: { ...offer.scope, albumCount },
    gain,
  }
}

async function gainOf(
  db: Db,
  now: Date,
  scope: StoredScope,
  caller: Caller,
): Promise<{ albumCount: number; gain: Gain }> {
  const own = caller.isAdmin ? { keyVerified: true, scope: undefined } : await accessOf(db, caller.id, now)
  const offered = unionOf([scope])
  const had: Part | undefined = own.keyVerified
    ? own.scope
    : { albums: { types: [], albumIds: [] }, hasVideos: false }
  const chosen = [...chosenOf(offered), ...chosenOf(had)]
  const counts = await readAlbumCounts(db, chosen)
  const [before, offers, after] = [had, offered, sumOf(had, offered)].map((part) => countOf(part, counts))
  const sleeves = scope.kind === 'albums' ? await sleevesOf(db, scope.albumIds, 2 * SHOWN_SLEEVES) : []
  const isOpen = ({ id }: { id: string }) => has(had, id, counts)
  const shown = (some: typeof sleeves) =>
    some.slice(0, SHOWN_SLEEVES).map(({ title, coverUrl }) => ({ title, coverUrl }))
  return {
    albumCount: offers ?? 0,
    gain: {
      albumCount: before ?? 0,
      hasEverything: had === undefined,
      newAlbums: (after ?? 0) - (before ?? 0),
      addsVideos: scope.hasVideos && had !== undefined && !had.hasVideos,
      newSleeves: shown(sleeves.filter((sleeve) => !isOpen(sleeve))),
      openSleeves: shown(sleeves.filter(isOpen)),
    },
  }
}

const chosenOf = (scope: Part | undefined) =>
  scope === undefined || scope.albums === 'all' ? [] : scope.albums.albumIds

function has(scope: Part | undefined, albumId: string, { typeOf }: CountedAlbums): boolean {
  if (scope === undefined || scope.albums === 'all') return true
  const type = typeOf.get(albumId)
  return scope.albums.albumIds.includes(albumId) || (type !== undefined && scope.albums.types.includes(type))
}

/** What two scopes open together; undefined is everything. */
function sumOf(one: Part | undefined, other: Part | undefined): Part | undefined {
  if (one === undefined || other === undefined) return undefined
  const hasVideos = one.hasVideos || other.hasVideos
  if (one.albums === 'all' || other.albums === 'all')
    return hasVideos ? undefined : { albums: 'all', hasVideos }
  return {
    albums: {
      types: [...new Set([...one.albums.types, ...other.albums.types])],
      albumIds: [...new Set([...one.albums.albumIds, ...other.albums.albumIds])],
    },
    hasVideos,
  }
}
