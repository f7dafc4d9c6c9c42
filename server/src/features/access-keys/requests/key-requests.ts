import { hasKeyAlready, KEY_REQUEST_PAUSE_DAYS, keyRequestRejected } from '@tonarchiv/contract/key-requests'
import { notFound } from '@tonarchiv/contract/refusal'
import { WHOLE_ARCHIVE } from '@tonarchiv/contract/scope'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { accessOf, storeScope } from '#features/access-grants/index.ts'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { findUserById, type UserRow } from '#features/users/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { createKeys } from '../keys/create-keys.ts'
import { useKey } from '../keys/redeem-key.ts'
import * as requests from './store.ts'

const PAUSE_MS = KEY_REQUEST_PAUSE_DAYS * 24 * 60 * 60 * 1000

type Needs = Pick<Services, 'db' | 'now'>

/** The state of an account's request; null when it has none, or may ask again. */
export async function requestState({ db, now }: Needs, userId: string): Promise<'open' | 'rejected' | null> {
  const request = await requests.findRequest(db, userId)
  if (request === undefined) return null
  if (request.rejectedAt === null) return 'open'
  return Date.parse(request.rejectedAt) + PAUSE_MS > now().getTime() ? 'rejected' : null
}

/**
 * Asks for a key.
 * @returns whether this is a new request
 * @throws Refused `hasKeyAlready`, `keyRequestRejected`
 */
export async function requestKey({ db, now }: Needs, userId: string): Promise<boolean> {
  const time = now()
  return db.transaction().execute(async (trx) => {
    const user = await findUserById(trx, userId)
    if (user === undefined || user.isAdmin === 1 || (await hasAccess(trx, user, time)))
      throw new Refused(hasKeyAlready)
    const before = new Date(time.getTime() - PAUSE_MS)
    if (await requests.addRequest(trx, userId, time, before)) return true
    const request = await requests.findRequest(trx, userId)
    if (request !== undefined && request.rejectedAt !== null) throw new Refused(keyRequestRejected)
    return false
  })
}

/** Whether an account has access to the archive or a part of it at this time. */
async function hasAccess(trx: Kysely<Schema>, user: UserRow, time: Date): Promise<boolean> {
  if (user.keyVerified === 0 || user.hasLimitedAccess === 0) return user.keyVerified === 1
  return (await accessOf(trx, user.id, time)).keyVerified
}

/**
 * Gives the member who has asked a key that is used at once.
 * @throws Refused `notFound` when another admin has answered the request
 */
export async function grantKey({ db, now }: Needs, actor: Actor, userId: string): Promise<void> {
  const time = now()
  await db.transaction().execute(async (trx) => {
    if (!(await requests.removeOpen(trx, userId))) throw new Refused(notFound)
    const user = await findUserById(trx, userId)
    if (user === undefined || (await hasAccess(trx, user, time))) return
    const [key] = await createKeys(trx, time, {
      count: 1,
      madeBy: actor.id,
      scopeId: await storeScope(trx, WHOLE_ARCHIVE),
    })
    if (key !== undefined) await useKey(trx, db.kind, { keyValue: key.keyValue, userId, time })
    await recordAuditEvent(trx, actor, time, { action: 'access-key.grant', target: userId })
  })
}

/** @throws Refused `notFound` when another admin has answered the request */
export async function rejectRequest({ db, now }: Needs, actor: Actor, userId: string): Promise<void> {
  const time = now()
  await db.transaction().execute(async (trx) => {
    if (!(await requests.reject(trx, userId, time))) throw new Refused(notFound)
    await recordAuditEvent(trx, actor, time, { action: 'access-key.reject', target: userId })
  })
}

/** The request of an account, for its export. */
export const keyRequestExport = {
  name: 'keyRequest',
  read: async (db: Kysely<Schema>, userId: string) =>
    db.selectFrom('keyRequests').select(['createdAt', 'rejectedAt']).where('userId', '=', userId).execute(),
}
