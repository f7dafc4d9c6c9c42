import { changeUser as changeUserRoute, ownAccount, ownRights } from '@tonarchiv/contract/admin'
import { lastAdmin } from '@tonarchiv/contract/auth'
import { forbidden, notFound } from '@tonarchiv/contract/refusal'
import type { BodyOf } from '@tonarchiv/contract/route'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { endGrantsOfAccount } from '#features/access-grants/index.ts'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import type { AccountSessions } from '#features/auth/index.ts'
import { countOtherAdmins, deleteUser } from '#features/users/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { findManagedUser, type ManagedRow } from './find-users.ts'

type Changes = BodyOf<typeof changeUserRoute>

/**
 * Grants or withdraws admin rights, or withdraws archive access. A change that has no effect is not recorded.
 * @throws Refused `notFound`, `ownRights`, `lastAdmin`, `forbidden` when the caller is no longer an admin
 */
export async function changeUser(
  { db, now, events }: Services,
  actor: Actor,
  id: string,
  { isAdmin, keyVerified }: Changes,
): Promise<ManagedRow> {
  if (id === actor.id && isAdmin === false) throw new Refused(ownRights)
  const { user, isChanged } = await db.transaction().execute(async (trx) => {
    const before = await userToChange(trx, actor, id, isAdmin === false)
    const after = { ...before }
    if (isAdmin !== undefined) after.isAdmin = isAdmin ? 1 : 0
    if (keyVerified !== undefined) after.keyVerified = 0
    await trx.updateTable('users').set({ isAdmin: after.isAdmin }).where('id', '=', id).execute()
    if (keyVerified !== undefined) await endGrantsOfAccount(trx, id, now())
    const note = async (action: string) =>
      recordAuditEvent(trx, actor, now(), {
        action,
        target: id,
        before: rightsOf(before),
        after: rightsOf(after),
      })
    const hasOtherRole = after.isAdmin !== before.isAdmin
    const losesKey = after.keyVerified !== before.keyVerified
    if (hasOtherRole) await note(after.isAdmin === 1 ? 'user.make-admin' : 'user.demote')
    if (losesKey) await note('user.take-key')
    return { user: after, isChanged: hasOtherRole || losesKey }
  })
  if (isChanged) events.emit('accessChanged', { userId: id })
  return user
}

/**
 * Deletes an account; its sessions, streams and sockets end at once.
 * @throws Refused `notFound`, `ownAccount`, `lastAdmin`, `forbidden` when the caller is no longer an admin
 */
export async function removeUser(
  { db, now, events }: Services,
  sessions: AccountSessions,
  actor: Actor,
  id: string,
): Promise<void> {
  if (id === actor.id) throw new Refused(ownAccount)
  const removed = await db
    .transaction()
    .execute(async (trx) => removeAccount(trx, { sessions, actor, now: now() }, id))
  emitRemoval(events, removed)
}

interface Removal {
  sessions: AccountSessions
  actor: Actor
  now: Date
}

interface RemovedAccount {
  id: string
  sessionIds: string[]
  avatarName: string | null
}

/** Deletes an account in a transaction. Call `emitRemoval` after the commit. */
export async function removeAccount(
  trx: Kysely<Schema>,
  { sessions, actor, now }: Removal,
  id: string,
): Promise<RemovedAccount> {
  const user = await userToChange(trx, actor, id, true)
  const sessionIds = await sessions.endAll(trx, id, { reason: 'accountDeleted', at: now })
  await deleteUser(trx, id, now)
  await recordAuditEvent(trx, actor, now, { action: 'user.delete', target: id, before: rightsOf(user) })
  return { id, sessionIds, avatarName: user.avatarName }
}

/** Ends the streams and sockets of a deleted account in all processes. */
export function emitRemoval(
  events: Services['events'],
  { id, sessionIds, avatarName }: RemovedAccount,
): void {
  events.emit('sessionsEnded', { sessionIds, reason: 'accountDeleted' })
  events.emit('accountDeleted', { userId: id, avatarName })
}

/** Reads an account that the caller wants to change, if the caller may still do so. A lock serialises such changes. */
async function userToChange(
  trx: Kysely<Schema>,
  actor: Actor,
  id: string,
  losesAdmin: boolean,
): Promise<ManagedRow> {
  // This locks all admins until the end of the transaction, so that both checks stay valid.
  const otherAdmins = await countOtherAdmins(trx, id)
  const user = await findManagedUser(trx, id)
  if (user === undefined) throw new Refused(notFound)
  if (losesAdmin && user.isAdmin === 1 && otherAdmins === 0) throw new Refused(lastAdmin)
  const caller = await findManagedUser(trx, actor.id)
  if (caller?.isAdmin !== 1) throw new Refused(forbidden)
  return user
}

function rightsOf({ isAdmin, keyVerified }: ManagedRow) {
  return { isAdmin, keyVerified }
}
