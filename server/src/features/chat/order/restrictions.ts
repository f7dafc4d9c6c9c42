import {
  adminNotRestricted,
  type Restriction,
  type RestrictionKind,
  RESTRICTIONS_MAX,
  restrictMember as restrictRoute,
} from '@tonarchiv/contract/chat-order'
import { userNotFound } from '@tonarchiv/contract/presence'
import * as z from 'zod/mini'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { deletedPerson, personIn, type Presence } from '#features/presence/index.ts'
import { findUserById, lockUser } from '#features/users/index.ts'
import { newId } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as store from './restrictions-store.ts'

const HOUR_MS = 60 * 60 * 1000

type Wanted = z.infer<typeof restrictRoute.body>
type Needs = Pick<Services, 'db' | 'now'>

/**
 * Mutes or bans a member.
 * @returns the end of the restriction
 * @throws Refused `userNotFound`, `adminNotRestricted`
 */
export async function restrictMember(
  { db, now }: Needs,
  actor: Actor,
  userId: string,
  wanted: Wanted,
): Promise<string | null> {
  const time = now()
  const until =
    wanted.kind === 'mute' ? new Date(time.getTime() + wanted.hours * HOUR_MS).toISOString() : null
  const { kind, reason } = wanted
  await db.transaction().execute(async (trx) => {
    // Another admin who restricts the same member waits, and then replaces this restriction.
    await lockUser(trx, userId)
    const user = await findUserById(trx, userId)
    if (user === undefined) throw new Refused(userNotFound)
    if (user.isAdmin === 1) throw new Refused(adminNotRestricted)
    await store.lift(trx, userId, kind, time)
    await store.insertRestriction(trx, {
      id: newId(),
      userId,
      kind,
      until,
      reason,
      madeBy: actor.id,
      createdAt: time.toISOString(),
    })
    await recordAuditEvent(trx, actor, time, {
      action: `chat.${kind}`,
      target: userId,
      after: { reason, ...(wanted.kind === 'mute' && { hours: wanted.hours }) },
    })
  })
  return until
}

/** Ends a mute or ban. @returns whether it was in force */
export async function liftRestriction(
  { db, now }: Needs,
  actor: Actor,
  userId: string,
  kind: RestrictionKind,
): Promise<boolean> {
  const time = now()
  return db.transaction().execute(async (trx) => {
    const wasInForce = await store.lift(trx, userId, kind, time)
    if (wasInForce) await recordAuditEvent(trx, actor, time, { action: `chat.un${kind}`, target: userId })
    return wasInForce
  })
}

export async function setSlowMode({ db, now }: Needs, actor: Actor, seconds: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await store.slowSeconds(trx)
    if (before === seconds) return
    await store.setSlowSeconds(trx, seconds)
    await recordAuditEvent(trx, actor, now(), {
      action: 'chat.slow',
      target: 'room',
      before: { seconds: before },
      after: { seconds },
    })
  })
}

export async function listRestrictions(
  { db, now }: Needs,
  presence: Pick<Presence, 'members'>,
): Promise<Restriction[]> {
  const rows = await store.listInForce(db, now(), RESTRICTIONS_MAX)
  const members = await presence.members()
  const person = (id: string | null) => {
    const profile = id === null ? undefined : members.get(id)
    return profile === undefined ? deletedPerson(id ?? '') : personIn(profile)
  }
  return rows.map(({ userId, kind, until, reason, madeBy, createdAt }) => ({
    user: person(userId),
    kind,
    until,
    reason,
    by: person(madeBy),
    createdAt,
  }))
}
