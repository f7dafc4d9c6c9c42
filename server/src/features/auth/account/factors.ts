import {
  type Factors,
  factorRequired,
  type NewPasskeyJson,
  noAuthenticator,
  type Passkey,
} from '@tonarchiv/contract/factors'
import { notFound, unauthenticated } from '@tonarchiv/contract/refusal'
import type { Kysely } from 'kysely'
import type { Caller } from '#access/caller.ts'
import { recordRevocation } from '#database/revocations.ts'
import type { Schema } from '#database/schema.ts'
import type { ExportSection } from '#feature.ts'
import { operator, recordAuditEvent } from '#features/audit-log/index.ts'
import { findUserById, lockUser } from '#features/users/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { activateApp, distrustDevices, removeApp, renewCodes } from '../factors/authenticator.ts'
import { emitSecurityChange, notifyOwner, notifyOwnerOfOperator } from '../factors/notices.ts'
import { insertPasskey, passkeyToWire, verifyNewPasskey } from '../factors/passkeys.ts'
import type { AccountSessions } from '../sessions/account-sessions.ts'
import * as passkeys from '../store/passkeys.ts'
import { countRecoveryCodes, findAuthenticator } from '../store/second-factors.ts'
import { listTrustedDevices } from '../store/trusted-devices.ts'

type Trx = Kysely<Schema>

export async function listFactors(services: Services, caller: Caller): Promise<Factors> {
  const { db, now } = services
  const [ownPasskeys, app, recoveryCodesLeft, devices, isRequired] = await Promise.all([
    passkeys.listPasskeys(db, caller.id),
    findAuthenticator(db, caller.id, 'active'),
    countRecoveryCodes(db, caller.id),
    listTrustedDevices(db, caller.id, now()),
    isFactorRequired(services, db, caller.id),
  ])
  return {
    passkeys: ownPasskeys.map((row) => passkeyToWire(row, caller.sessionId)),
    authenticatorSince: app?.createdAt ?? null,
    recoveryCodesLeft,
    trustedDevices: devices.map(({ id, browser, deviceType, endsAt, sessionId }) => ({
      id,
      name: browser,
      type: deviceType,
      until: endsAt,
      sessionId,
    })),
    isRequired,
  }
}

/**
 * Stores a passkey that the browser has made.
 * @throws Refused `passkeyFailed`, `passkeyExists`, `tooManyPasskeys`, `unauthenticated`
 */
export async function addPasskey(
  services: Services,
  sessions: Pick<AccountSessions, 'lockSession'>,
  caller: Caller,
  made: { attempt: string; response: NewPasskeyJson; userAgent: string | undefined },
): Promise<Passkey> {
  const row = await verifyNewPasskey(services, caller, made)
  const added = { change: 'passkeyAdded', name: row.name, userAgent: made.userAgent } as const
  await changeFactors(services, async (trx) => {
    if (!(await sessions.lockSession(trx, caller))) throw new Refused(unauthenticated)
    await insertPasskey(trx, row)
    await notifyOwner(services, trx, caller.id, added)
  })
  services.events.emit('accessChanged', { userId: caller.id })
  emitSecurityChange(services, caller.id, added)
  return passkeyToWire(row, caller.sessionId)
}

/** @throws Refused `notFound`, `factorRequired` for the last factor of an admin who needs one */
export async function removePasskey(
  services: Services,
  { id: userId }: Caller,
  { id, userAgent }: { id: string; userAgent: string | undefined },
): Promise<void> {
  const at = services.now()
  const change = await changeFactors(services, async (trx) => {
    await lockUser(trx, userId)
    const [removed] = await passkeys.deletePasskeys(trx, userId, at, id)
    if (removed === undefined) throw new Refused(notFound)
    await requireRemainingFactor(services, trx, userId)
    await recordRevocation(trx, at, { kind: 'passkey', target: id })
    const made = { change: 'passkeyRemoved', name: removed.name, userAgent } as const
    await notifyOwner(services, trx, userId, made)
    return made
  })
  emitSecurityChange(services, userId, change)
}

/**
 * Switches on the authenticator app that was set up, or exchanges the present one.
 * @returns the new recovery codes
 * @throws Refused `wrongCode`, `noAuthenticator`, `unauthenticated`
 */
export async function switchOnAuthenticator(
  services: Services,
  sessions: Pick<AccountSessions, 'lockSession'>,
  caller: Caller,
  { code, userAgent }: { code: string; userAgent: string | undefined },
): Promise<string[]> {
  const { codes, change } = await changeFactors(services, async (trx) => {
    if (!(await sessions.lockSession(trx, caller))) throw new Refused(unauthenticated)
    const { recoveryCodes, isReplaced } = await activateApp(services, trx, caller.id, code)
    const made = { change: isReplaced ? 'authenticatorReplaced' : 'secondFactorOn', userAgent } as const
    await notifyOwner(services, trx, caller.id, made)
    return { codes: recoveryCodes, change: made }
  })
  services.events.emit('accessChanged', { userId: caller.id })
  emitSecurityChange(services, caller.id, change)
  return codes
}

/** @throws Refused `noAuthenticator`, `factorRequired` for the last factor of an admin who needs one */
export async function switchOffAuthenticator(
  services: Services,
  userId: string,
  userAgent: string | undefined,
): Promise<void> {
  await changeFactors(services, async (trx) => {
    await lockUser(trx, userId)
    if (!(await removeApp(trx, userId, services.now()))) throw new Refused(noAuthenticator)
    await requireRemainingFactor(services, trx, userId)
    await notifyOwner(services, trx, userId, { change: 'secondFactorOff', userAgent })
  })
  emitSecurityChange(services, userId, { change: 'secondFactorOff', userAgent })
}

/** @throws Refused `noAuthenticator` */
export async function replaceRecoveryCodes(
  services: Services,
  userId: string,
  userAgent: string | undefined,
): Promise<string[]> {
  const codes = await changeFactors(services, async (trx) => {
    await lockUser(trx, userId)
    if ((await findAuthenticator(trx, userId, 'active')) === undefined) throw new Refused(noAuthenticator)
    await notifyOwner(services, trx, userId, { change: 'recoveryCodesMade', userAgent })
    return renewCodes(services, trx, userId)
  })
  emitSecurityChange(services, userId, { change: 'recoveryCodesMade', userAgent })
  return codes
}

/** @throws Refused `notFound` */
export async function distrustDevice({ db, now }: Services, userId: string, id: string): Promise<void> {
  const ended = await db.transaction().execute(async (trx) => distrustDevices(trx, userId, now(), id))
  if (ended === 0) throw new Refused(notFound)
}

/** Removes all factors of an account, for the command line. Its owner is notified by email. */
export async function resetFactors(services: Services, userId: string): Promise<void> {
  const at = services.now()
  await changeFactors(services, async (trx) => {
    await lockUser(trx, userId)
    const removed = await passkeys.deletePasskeys(trx, userId, at)
    for (const { id } of removed) await recordRevocation(trx, at, { kind: 'passkey', target: id })
    await removeApp(trx, userId, at)
    await recordAuditEvent(trx, operator, at, { action: 'user.reset-factors', target: userId })
    await notifyOwnerOfOperator(services, trx, userId, 'Passkeys und zweiter Faktor zurückgesetzt')
  })
}

/** The factors of an account for its export: names and times, never secrets. */
export const factorsExport: ExportSection = {
  name: 'factors',
  read: async (db, userId) => ({
    passkeys: await db
      .selectFrom('passkeys')
      .select(['name', 'kind', 'transports', 'isSynced', 'counter', 'createdAt', 'lastUsedAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute(),
    removedPasskeys: await db
      .selectFrom('removedPasskeys')
      .select('removedAt')
      .where('userId', '=', userId)
      .orderBy('removedAt')
      .execute(),
    authenticatorApps: await db
      .selectFrom('authenticatorApps')
      .select(['state', 'lastStep', 'createdAt'])
      .where('userId', '=', userId)
      .execute(),
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
    trustedDevices: await db
      .selectFrom('trustedDevices')
      .select(['browser', 'deviceType', 'createdAt', 'endsAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute(),
    waitingLogins: await db
      .selectFrom('halfSessions')
      .select(['createdAt', 'endsAt'])
      .where('userId', '=', userId)
      .execute(),
  }),
}

async function changeFactors<T>({ db, mailer }: Services, change: (trx: Trx) => Promise<T>): Promise<T> {
  const result = await db.transaction().execute(change)
  mailer.wake()
  return result
}

async function isFactorRequired({ config }: Services, db: Trx, userId: string): Promise<boolean> {
  return config.adminsNeedFactor && (await findUserById(db, userId))?.isAdmin === 1
}

/** @throws Refused `factorRequired` when the account needs a factor and has none left */
async function requireRemainingFactor(services: Services, trx: Trx, userId: string): Promise<void> {
  if (!(await isFactorRequired(services, trx, userId))) return
  const isLeft =
    (await findAuthenticator(trx, userId, 'active')) !== undefined ||
    (await passkeys.countPasskeys(trx, userId)) > 0
  if (!isLeft) throw new Refused(factorRequired)
}
