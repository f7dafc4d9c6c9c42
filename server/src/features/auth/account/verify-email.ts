import { invalidVerifyLink } from '@tonarchiv/contract/auth'
import { findUserByEmail, findUserById, markEmailVerified, type UserRow } from '#features/users/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { sendVerificationLink } from './register.ts'
import { consumeLink, findLink, replaceLink } from '../store/links.ts'
import { hashToken, newToken } from '../credentials/tokens.ts'

/**
 * The result of a verification link. `fresh`: the address is verified now. `again`: the link was used before, and
 * the account is verified.
 */
export type Verification = { kind: 'fresh'; user: UserRow } | { kind: 'again'; user: UserRow }

/**
 * Verifies the address of an account with a link.
 * @throws Refused `invalidVerifyLink`
 */
export async function verifyEmail({ db, now }: Services, token: string): Promise<Verification> {
  const tokenHash = hashToken(token)
  return db.transaction().execute(async (trx) => {
    const link = await consumeLink(trx, tokenHash, 'verify-email', now())
    if (link !== undefined) {
      const user = link.userId === null ? undefined : await findUserById(trx, link.userId)
      if (user === undefined || user.email !== link.email) throw new Refused(invalidVerifyLink)
      await markEmailVerified(trx, user.id, now())
      return { kind: 'fresh', user: { ...user, emailVerified: 1 } }
    }
    const used = await findLink(trx, tokenHash, 'verify-email')
    const user =
      used === undefined || used.usedAt === null || used.userId === null
        ? undefined
        : await findUserById(trx, used.userId)
    if (user === undefined || user.emailVerified === 0 || user.email !== used?.email)
      throw new Refused(invalidVerifyLink)
    return { kind: 'again', user }
  })
}

/**
 * Sends a new link if that address belongs to an unverified account. Otherwise a link without an account is stored,
 * so that response and response time are the same in all cases.
 */
export async function resendVerification(services: Services, email: string): Promise<void> {
  const { db, now } = services
  await db.transaction().execute(async (trx) => {
    const user = await findUserByEmail(trx, email)
    if (user !== undefined && user.emailVerified === 0) return sendVerificationLink(trx, services, user)
    const createdAt = now().toISOString()
    await replaceLink(trx, {
      tokenHash: hashToken(newToken('')),
      purpose: 'verify-email',
      userId: null,
      email: null,
      createdAt,
      endsAt: createdAt,
    })
  })
  services.mailer.wake()
}
