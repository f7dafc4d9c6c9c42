import { lastAdmin } from '@tonarchiv/contract/auth'
import type { Device } from '@tonarchiv/contract/auth'
import { notFound } from '@tonarchiv/contract/refusal'
import { recordRevocation } from '#database/revocations.ts'
import type { ExportSection } from '#feature.ts'
import { countOtherAdmins, deleteUser } from '#features/users/index.ts'
import type { Caller } from '#access/caller.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { confirmedUser, wrongPassword } from './confirmation.ts'
import { emitSecurityChange, notifyOwner } from '../factors/notices.ts'
import { hashPassword, refuseCommonPassword } from '../credentials/passwords.ts'
import { lockPassword, replacePasswordHash } from '../store/password-hashes.ts'
import type { AccountSessions } from '../sessions/account-sessions.ts'
import { deleteSessionOf } from '../store/session-ends.ts'
import { listSessions, nameSession } from '../store/sessions.ts'

/**
 * Changes the password. All other sessions and credentials of the account end, and its owner gets an email.
 * @throws Refused `wrongCurrentPassword`, `confirmationRequired`, `passwordTooCommon`
 */
export async function changePassword(
  services: Services,
  sessions: AccountSessions,
  caller: Caller,
  {
    currentPassword,
    newPassword,
    userAgent,
  }: { currentPassword: string | undefined; newPassword: string; userAgent: string | undefined },
): Promise<void> {
  const { db, now, config, events, mailer } = services
  const user = await confirmedUser(services, caller, currentPassword, 'currentPassword')
  await refuseCommonPassword(newPassword, { ...user, siteTitle: config.siteTitle }, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  const sessionIds = await db.transaction().execute(async (trx) => {
    // The password may have been reset since it was verified.
    if (!(await replacePasswordHash(trx, caller.id, user.passwordHash, passwordHash)))
      throw wrongPassword('currentPassword')
    await recordRevocation(trx, now(), { kind: 'password', target: caller.id })
    await notifyOwner(services, trx, caller.id, { change: 'passwordChanged', userAgent })
    return sessions.endAll(trx, caller.id, { reason: 'passwordChanged', at: now() }, caller.sessionId)
  })
  mailer.wake()
  events.emit('sessionsEnded', { sessionIds, reason: 'passwordChanged' })
  emitSecurityChange(services, caller.id, { change: 'passwordChanged', userAgent })
}

/** The sessions of an account. The current session comes first, the others are sorted by their last use. */
export async function listDevices({ db, now }: Services, caller: Caller): Promise<Device[]> {
  const rows = await listSessions(db, caller.id, now())
  return rows
    .map((row) => ({
      id: row.id,
      name: row.name ?? row.browser,
      browser: row.browser,
      type: row.deviceType,
      lastUsed: row.lastUsedAt,
      isCurrent: row.id === caller.sessionId,
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

/**
 * Names a device. With an empty name the device is shown with the name of its browser again.
 * @returns the new name of the device
 * @throws Refused `notFound` for a session of another account
 */
export async function renameDevice(
  { db, events }: Services,
  caller: Caller,
  { id, name }: { id: string; name: string },
): Promise<string> {
  const session = await nameSession(db, caller.id, id, name === '' ? null : name)
  if (session === undefined) throw new Refused(notFound)
  events.emit('deviceRenamed', { userId: caller.id })
  return session.name ?? session.browser
}

/**
 * Ends the session of a device.
 * @throws Refused `notFound` for a session of another account
 */
export async function endDevice({ db, now, events }: Services, caller: Caller, id: string): Promise<void> {
  const reason = 'elsewhere'
  const isEnded = await db
    .transaction()
    .execute(async (trx) => deleteSessionOf(trx, caller.id, id, { reason, at: now() }))
  if (!isEnded) throw new Refused(notFound)
  events.emit('sessionsEnded', { sessionIds: [id], reason })
}

/**
 * Ends all other sessions and credentials of the account.
 * @returns the number of ended sessions and credentials
 */
export async function endOtherDevices(
  { db, now, events }: Services,
  sessions: AccountSessions,
  caller: Caller,
): Promise<number> {
  const reason = 'elsewhere'
  const sessionIds = await db
    .transaction()
    .execute(async (trx) => sessions.endAll(trx, caller.id, { reason, at: now() }, caller.sessionId))
  events.emit('sessionsEnded', { sessionIds, reason })
  return sessionIds.length
}

/**
 * Deletes the account and everything that depends on it.
 * @throws Refused `wrongCurrentPassword`, `confirmationRequired`, `lastAdmin`
 */
export async function deleteAccount(
  services: Services,
  sessions: AccountSessions,
  caller: Caller,
  password: string | undefined,
): Promise<void> {
  const { db, now, events } = services
  const user = await confirmedUser(services, caller, password, 'password')
  const sessionIds = await db.transaction().execute(async (trx) => {
    if (!(await lockPassword(trx, user.id, user.passwordHash))) throw wrongPassword('password')
    if (user.isAdmin === 1 && (await countOtherAdmins(trx, caller.id)) === 0) throw new Refused(lastAdmin)
    const ended = await sessions.endAll(trx, caller.id, { reason: 'accountDeleted', at: now() })
    await deleteUser(trx, caller.id, now())
    return ended
  })
  events.emit('sessionsEnded', { sessionIds, reason: 'accountDeleted' })
  events.emit('accountDeleted', { userId: caller.id, avatarName: user.avatarName })
}

/**
 * The times at which an account logged in from its known addresses, for its export. The addresses are stored as hashes
 * only.
 */
const knownAddressesExport: ExportSection = {
  name: 'knownPlaces',
  read: async (db, userId) =>
    db
      .selectFrom('knownAddresses')
      .select(['lastLoginAt'])
      .where('userId', '=', userId)
      .orderBy('lastLoginAt')
      .execute(),
}

/**
 * The links that were sent and the emails that are queued, for the export of the account. Their tokens are left out, so
 * that the export cannot be misused.
 */
const emailsExport: ExportSection = {
  name: 'letters',
  read: async (db, userId) => ({
    links: await db
      .selectFrom('linkTokens')
      .select(['purpose', 'email', 'createdAt', 'endsAt', 'usedAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute(),
    waiting: await db
      .selectFrom('letters')
      .select(['recipient', 'subject', 'createdAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute(),
  }),
}

/** The sessions of an account, for its export. */
const sessionsExport: ExportSection = {
  name: 'devices',
  read: async (db, userId) =>
    db
      .selectFrom('sessions')
      .select([
        'name',
        'browser',
        'deviceType',
        'address',
        'remembered',
        'createdAt',
        'confirmedAt',
        'confirmedBy',
        'lastUsedAt',
        'idleEndsAt',
        'endsAt',
      ])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute(),
}

export const ownSections: readonly ExportSection[] = [sessionsExport, knownAddressesExport, emailsExport]
