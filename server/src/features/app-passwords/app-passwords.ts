import { APP_PASSWORDS_MAX, tooManyAppPasswords } from '@tonarchiv/contract/app-passwords'
import { notFound, unauthenticated } from '@tonarchiv/contract/refusal'
import type { Kysely } from 'kysely'
import { recordRevocation } from '#database/revocations.ts'
import type { Schema } from '#database/schema.ts'
import { type AccountSessions, emitSecurityChange, notifyOwner } from '#features/auth/index.ts'
import { operator, recordAuditEvent } from '#features/audit-log/index.ts'
import { lockUser } from '#features/users/index.ts'
import { newId } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { Caller } from '#access/caller.ts'
import { hashSecret, newSecret, secretCipher } from './secrets.ts'
import { ownerOf } from './shown-secrets.ts'
import * as store from './store.ts'

/** How long an ended app password is recognised. During this time its use does not count as a failed attempt. */
const ENDED_TTL_MS = 90 * 24 * 60 * 60 * 1000

interface NewAppPassword {
  row: store.AppPasswordRow
  /** The password, which is shown once and cannot be read later. */
  password: string
}

/**
 * Makes an app password for the caller, who gets an email about it. It fails if the caller's session has just ended.
 * @throws Refused `tooManyAppPasswords`, `unauthenticated` when the session has ended
 */
export async function createAppPassword(
  services: Services,
  sessions: Pick<AccountSessions, 'lockSession'>,
  caller: Caller,
  { name, userAgent }: { name: string; userAgent: string | undefined },
): Promise<NewAppPassword> {
  const change = { change: 'appPasswordAdded', name, userAgent } as const
  const made = await services.db.transaction().execute(async (trx) => {
    // The lock serialises this call with calls that end all sessions and app passwords of the account.
    if (!(await sessions.lockSession(trx, caller))) throw new Refused(unauthenticated)
    await notifyOwner(services, trx, caller.id, change)
    return insertAppPassword(services, trx, caller.id, name)
  })
  services.mailer.wake()
  emitSecurityChange(services, caller.id, change)
  return made
}

/**
 * Makes an app password for an account, for the command line.
 * @throws Refused `tooManyAppPasswords`
 */
export async function createAppPasswordFor(
  services: Services,
  userId: string,
  name: string,
): Promise<NewAppPassword> {
  return services.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    const made = await insertAppPassword(services, trx, userId, name)
    await recordAuditEvent(trx, operator, services.now(), {
      action: 'app-password.make',
      target: userId,
      after: { name },
    })
    return made
  })
}

async function insertAppPassword(
  { now, secret }: Services,
  trx: Kysely<Schema>,
  userId: string,
  name: string,
): Promise<NewAppPassword> {
  if ((await store.countAppPasswords(trx, userId)) >= APP_PASSWORDS_MAX)
    throw new Refused(tooManyAppPasswords)
  const password = newSecret()
  const row = {
    id: newId(),
    userId,
    name,
    app: null,
    createdAt: now().toISOString(),
    lastUsedAt: null,
  }
  await store.insertAppPassword(trx, {
    ...row,
    secretHash: hashSecret(password),
    encryptedSecret: secretCipher(secret).encrypt(password, ownerOf(row)),
  })
  return { row, password }
}

/**
 * Revokes an app password of the caller.
 * @throws Refused `notFound` for an app password of another account
 */
export async function revokeAppPassword(
  { db, now, events }: Services,
  userId: string,
  id: string,
): Promise<void> {
  const sessionIds = await db.transaction().execute(async (trx) => endAppPasswords(trx, userId, now(), id))
  if (sessionIds.length === 0) throw new Refused(notFound)
  events.emit('sessionsEnded', { sessionIds, reason: 'elsewhere' })
}

/**
 * Ends all app passwords of an account, or the one with this id. They stay ended when a backup is restored.
 * @returns the ids of the app passwords that were ended
 */
export async function endAppPasswords(
  trx: Kysely<Schema>,
  userId: string,
  at: Date,
  id?: string,
): Promise<string[]> {
  const ended = await store.endAppPasswords(trx, userId, at, id)
  for (const target of ended) await recordRevocation(trx, at, { kind: 'app-password', target })
  return ended
}

export async function deleteEndedAppPasswords({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await store.deleteEndedBefore(db, new Date(now().getTime() - ENDED_TTL_MS))
}

/** The app passwords of an account for its export: names and times, never secrets. */
export const appPasswordsExport = {
  name: 'appPasswords',
  read: async (db: Kysely<Schema>, userId: string) => ({
    active: await db
      .selectFrom('appPasswords')
      .select(['name', 'app', 'createdAt', 'lastUsedAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute(),
    ended: await db
      .selectFrom('endedAppPasswords')
      .select(['name', 'endedAt'])
      .where('userId', '=', userId)
      .orderBy('endedAt')
      .execute(),
  }),
}
