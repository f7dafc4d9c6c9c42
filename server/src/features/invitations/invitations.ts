import {
  INVITATION_DAYS,
  invitationClosed,
  invitationsBarred,
  invitationsOff,
  type InvitationScope,
  noInvitationLeft,
  scopeNotYours,
  scopeTooLarge,
} from '@tonarchiv/contract/invitations'
import { notFound } from '@tonarchiv/contract/refusal'
import type { Scope } from '@tonarchiv/contract/scope'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { coveredUntil, ownScope, storeScope } from '#features/access-grants/index.ts'
import { createKeys, withdrawKey } from '#features/access-keys/index.ts'
import { lockUser } from '#features/users/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Needs = Pick<Services, 'db' | 'now' | 'config'>

type CreatedKey = Awaited<ReturnType<typeof createKeys>>[number]

interface NewInvitation {
  words: string
  scope: InvitationScope
}

/**
 * Makes a key for one other person. The account is locked, so that concurrent calls are counted one after the other.
 * @throws Refused `invitationsOff`, `invitationsBarred`, `noInvitationLeft`, `scopeNotYours`, `scopeTooLarge`
 */
export async function createInvitation(
  { db, now, config }: Needs,
  userId: string,
  { words, scope }: NewInvitation,
): Promise<CreatedKey> {
  const { isEnabled, quota, stayDays } = config.invitations
  if (!isEnabled) throw new Refused(invitationsOff)
  const time = now()
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    if (await store.isBarred(trx, userId)) throw new Refused(invitationsBarred)
    if ((await store.countGiven(trx, userId, time)) >= quota) throw new Refused(noInvitationLeft)
    const passedOn = scope.kind === 'mine' ? await scopeOfAll(trx, userId, time) : scope
    const until = await coveredUntil(trx, userId, passedOn, time)
    if (until === undefined) throw new Refused(scopeNotYours)
    const [key] = await createKeys(trx, time, {
      count: 1,
      words: words === '' ? null : words,
      madeBy: userId,
      isInvitation: true,
      scopeId: await storeScope(trx, passedOn),
      expiresAt: new Date(time.getTime() + INVITATION_DAYS * DAY_MS),
      stayDays: stayWithin(stayDays, until, time),
    })
    if (key === undefined) throw new Error('No key was made')
    return key
  })
}

/** @throws Refused `scopeTooLarge` */
async function scopeOfAll(trx: Kysely<Schema>, userId: string, time: Date): Promise<Scope> {
  const own = await ownScope(trx, userId, time)
  if (own === undefined) throw new Refused(scopeTooLarge)
  return own
}

/** The days that an invitation promises: no more than its author has left. */
function stayWithin(stayDays: number | null, until: Date | null, now: Date): number | null {
  if (until === null) return stayDays
  const left = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / DAY_MS))
  return stayDays === null ? left : Math.min(stayDays, left)
}

/**
 * Withdraws an invitation that is still open.
 * @throws Refused `notFound`, also for the invitation of another member; `invitationClosed`
 */
export async function withdrawInvitation({ db, now }: Needs, userId: string, id: string): Promise<void> {
  const time = now()
  await db.transaction().execute(async (trx) => {
    const key = await store.lockInvitation(trx, db.kind, { id, userId })
    if (key === undefined || (key.withdrawnAt !== null && key.uses === 0)) throw new Refused(notFound)
    const isOver = key.expiresAt !== null && new Date(key.expiresAt) <= time
    if (key.uses > 0 || isOver) throw new Refused(invitationClosed)
    await withdrawKey(trx, db.kind, time, { id, takesBack: false })
  })
}

/** What the feature stores about an account besides its keys, for its export. */
export const invitationsExport = {
  name: 'invitations',
  read: async (db: Kysely<Schema>, userId: string) => {
    const own = await db
      .selectFrom('users')
      .leftJoin('barredInviters', 'barredInviters.userId', 'users.id')
      .leftJoin('users as inviter', 'inviter.id', 'users.invitedBy')
      .select(['inviter.username as invitedBy', 'barredInviters.barredAt'])
      .where('users.id', '=', userId)
      .executeTakeFirst()
    return own ?? null
  },
}
