import { invalidRestoreLink } from '@tonarchiv/contract/auth'
import { emailUnusable } from '@tonarchiv/contract/users'
import type { Kysely } from 'kysely'
import type { Caller } from '#access/caller.ts'
import { isUniqueViolation } from '#database/faults.ts'
import type { Schema } from '#database/schema.ts'
import { setEmail, type UserRow } from '#features/users/index.ts'
import { emailChangedEmail } from '#mail/email-templates.ts'
import { enqueueEmail } from '#mail/mail.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { emitSecurityChange } from '../factors/notices.ts'
import { confirmedUser, wrongPassword } from './confirmation.ts'
import { sendVerificationLink } from './register.ts'
import { lockPassword } from '../store/password-hashes.ts'
import { consumeLink, deleteLinksSince, insertLink } from '../store/links.ts'
import type { AccountSessions } from '../sessions/account-sessions.ts'
import { hashToken, newToken } from '../credentials/tokens.ts'

const RESTORE_LINK_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Changes the address of an account. The account becomes unverified. The new address gets a verification link, and the
 * old address a notice with a restore link. If the address is the same, nothing changes.
 * @throws Refused `wrongCurrentPassword`, `confirmationRequired`, `emailUnusable`
 */
export async function changeEmail(
  services: Services,
  caller: Caller,
  {
    email,
    currentPassword,
    userAgent,
  }: { email: string; currentPassword?: string | undefined; userAgent: string | undefined },
): Promise<UserRow> {
  const { db, mailer } = services
  const user = await confirmedUser(services, caller, currentPassword, 'currentPassword')
  if (email === user.email) return user
  try {
    const changed = await db.transaction().execute(async (trx) => {
      // The password may have been reset since it was verified.
      if (!(await lockPassword(trx, user.id, user.passwordHash))) throw wrongPassword('currentPassword')
      const row = { ...user, email, emailVerified: 0 }
      await setEmail(trx, user.id, email, false)
      await sendVerificationLink(trx, services, row)
      // An unverified address may belong to another person, so it gets no notice.
      if (user.emailVerified === 1) await sendRestoreLink(trx, services, user)
      return row
    })
    mailer.wake()
    // Event handlers then end what an unverified account may not use, such as sockets.
    services.events.emit('accessChanged', { userId: caller.id })
    emitSecurityChange(services, caller.id, { change: 'emailChanged', userAgent })
    return changed
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refused(emailUnusable, { fields: { email: emailUnusable.text } })
    throw error
  }
}

/**
 * Restores the address to which the link was sent. Ends all sessions and other credentials. Restore links that were
 * sent to later addresses, which may belong to an intruder, become invalid.
 * @throws Refused `invalidRestoreLink`
 */
export async function restoreEmail(
  { db, now, events }: Services,
  sessions: AccountSessions,
  token: string,
): Promise<string> {
  try {
    const { email, sessionIds } = await db.transaction().execute(async (trx) => {
      const link = await consumeLink(trx, hashToken(token), 'restore-email', now())
      if (link === undefined || link.userId === null || link.email === null)
        throw new Refused(invalidRestoreLink)
      await setEmail(trx, link.userId, link.email, true)
      await deleteLinksSince(trx, link.userId, 'restore-email', link.createdAt)
      return {
        email: link.email,
        sessionIds: await sessions.endAll(trx, link.userId, { reason: 'elsewhere', at: now() }),
      }
    })
    events.emit('sessionsEnded', { sessionIds, reason: 'elsewhere' })
    return email
  } catch (error) {
    // Another account was created with the old address in the meantime.
    if (isUniqueViolation(error)) throw new Refused(invalidRestoreLink)
    throw error
  }
}

async function sendRestoreLink(trx: Kysely<Schema>, { now, config }: Services, user: UserRow): Promise<void> {
  const token = newToken('')
  const time = now()
  await insertLink(trx, {
    tokenHash: hashToken(token),
    purpose: 'restore-email',
    userId: user.id,
    email: user.email,
    createdAt: time.toISOString(),
    endsAt: new Date(time.getTime() + RESTORE_LINK_MS).toISOString(),
  })
  const address = `${config.publicUrl}/restore-email?token=${token}`
  await enqueueEmail(trx, time, emailChangedEmail(user, config.siteTitle, address))
}
