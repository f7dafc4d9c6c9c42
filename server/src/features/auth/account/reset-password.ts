import { invalidResetLink } from '@tonarchiv/contract/auth'
import { recordRevocation } from '#database/revocations.ts'
import { findUserByEmail, findUserById, markEmailVerified, type UserRow } from '#features/users/index.ts'
import { resetEmail } from '#mail/email-templates.ts'
import { enqueueEmail } from '#mail/mail.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { hashPassword, refuseCommonPassword } from '../credentials/passwords.ts'
import { emitSecurityChange, notifyOwner } from '../factors/notices.ts'
import { consumeLink, findLink, replaceLink } from '../store/links.ts'
import { updatePasswordHash } from '../store/password-hashes.ts'
import type { AccountSessions } from '../sessions/account-sessions.ts'
import { hashToken, newToken } from '../credentials/tokens.ts'

const RESET_LINK_MS = 60 * 60 * 1000

/**
 * Sends a link if the address belongs to an account. The response is the same in both cases. For an unknown address a
 * link without an account is stored. This makes the response time the same as well, because most of it is the write to
 * the disk.
 */
export async function requestReset(services: Services, email: string): Promise<void> {
  const { db, now, config, mailer } = services
  await db.transaction().execute(async (trx) => {
    const user = await findUserByEmail(trx, email)
    const token = newToken('')
    const time = now()
    await replaceLink(trx, {
      tokenHash: hashToken(token),
      purpose: 'reset-password',
      userId: user?.id ?? null,
      email: user?.email ?? null,
      createdAt: time.toISOString(),
      endsAt: new Date(time.getTime() + RESET_LINK_MS).toISOString(),
    })
    if (user === undefined) return
    const address = `${config.publicUrl}/reset-password/${token}`
    await enqueueEmail(trx, time, resetEmail(user, config.siteTitle, address))
  })
  mailer.wake()
}

/**
 * Finds the account whose password the link can set. The link stays valid.
 * @throws Refused `invalidResetLink`
 */
export async function ownerOfResetLink({ db, now }: Services, token: string): Promise<UserRow> {
  const link = await findLink(db, hashToken(token), 'reset-password')
  const isOpen = link?.usedAt === null && link.endsAt !== null && link.endsAt > now().toISOString()
  const user = isOpen && link.userId !== null ? await findUserById(db, link.userId) : undefined
  if (user === undefined || user.email !== link?.email) throw new Refused(invalidResetLink)
  return user
}

/**
 * Sets the password with the link and ends all sessions and other credentials. The address becomes verified as
 * well, because its owner has received the email. The owner gets an email about the change.
 * @throws Refused `invalidResetLink`, `passwordTooCommon`
 */
export async function resetPassword(
  services: Services,
  sessions: AccountSessions,
  {
    token,
    newPassword,
    email,
    userAgent,
  }: { token: string; newPassword: string; email?: string | undefined; userAgent: string | undefined },
): Promise<void> {
  const { db, now, config, events, mailer } = services
  const owner = await ownerOfResetLink(services, token)
  if (email !== undefined && email !== owner.email) throw new Refused(invalidResetLink)
  await refuseCommonPassword(newPassword, { ...owner, siteTitle: config.siteTitle }, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  const sessionIds = await db.transaction().execute(async (trx) => {
    const link = await consumeLink(trx, hashToken(token), 'reset-password', now())
    if (link?.userId !== owner.id || link.email !== owner.email) throw new Refused(invalidResetLink)
    await updatePasswordHash(trx, owner.id, passwordHash)
    await recordRevocation(trx, now(), { kind: 'password', target: owner.id })
    await markEmailVerified(trx, owner.id, now())
    await notifyOwner(services, trx, owner.id, { change: 'passwordChanged', userAgent })
    return sessions.endAll(trx, owner.id, { reason: 'passwordChanged', at: now() })
  })
  mailer.wake()
  events.emit('sessionsEnded', { sessionIds, reason: 'passwordChanged' })
  emitSecurityChange(services, owner.id, { change: 'passwordChanged', userAgent })
}
