import { wrongCredentials } from '@tonarchiv/contract/auth'
import { emailUnverified } from '@tonarchiv/contract/refusal'
import { isMissingReference } from '#database/faults.ts'
import { findUserByEmail, type UserRow } from '#features/users/index.ts'
import { clientSubnetOf } from '#http/client-address.ts'
import { refund, consume } from '#rate-limits/persistent-rate-limits.ts'
import { newDeviceEmail } from '#mail/email-templates.ts'
import { enqueueEmail } from '#mail/mail.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { readDevice } from './sessions/devices.ts'
import { hashPassword, needsRehash, verifyPassword } from './credentials/passwords.ts'
import { knownAddress } from './known-address.ts'
import { loginLimits } from './limits/limits.ts'
import { hasKnownAddress, storeKnownAddress } from './store/known-addresses.ts'
import { replacePasswordHash } from './store/password-hashes.ts'

/**
 * Finds the account with this email address and password. Only failures count against the limits. Attempts from other
 * client subnets never lock out a subnet from which the account has logged in before.
 * @throws Refused `wrongCredentials`, `emailUnverified`, `rateLimited`
 */
export async function login(
  services: Services,
  { email, password }: { email: string; password: string },
  { clientAddress, userAgent }: { clientAddress: string; userAgent: string | undefined },
): Promise<UserRow> {
  const { db, now, config, mailer } = services
  const user = await findUserByEmail(db, email)
  const clientSubnet = clientSubnetOf(clientAddress)
  const { addressHash, isKnown } = await knownAddress(services, user, clientAddress)
  const limits = loginLimits(email, clientSubnet, isKnown)
  // The attempt is counted before the password is verified, so that concurrent attempts count, too.
  await consume(services, limits)
  let isRight: boolean
  try {
    isRight = await verifyPassword(password, user?.passwordHash)
  } catch (error) {
    // The password was not verified, so this does not count as a failed attempt.
    await refund(services, limits)
    throw error
  }
  if (!isRight || user === undefined) throw new Refused(wrongCredentials)
  await refund(services, limits)
  if (user.emailVerified === 0) throw new Refused(emailUnverified, { bodyFields: { email: user.email } })
  if (!isKnown && (await hasKnownAddress(db, user.id))) {
    const device = readDevice(userAgent).browser
    await enqueueEmail(
      db,
      now(),
      newDeviceEmail(user, config.siteTitle, device, `${config.publicUrl}/settings?tab=security`),
    )
    mailer.wake()
  }
  try {
    await storeKnownAddress(db, user.id, addressHash, now())
  } catch (error) {
    // The account was deleted since its password was verified.
    if (isMissingReference(error)) throw new Refused(wrongCredentials)
    throw error
  }
  if (!needsRehash(user.passwordHash)) return user
  const passwordHash = await hashPassword(password)
  const isReplaced = await replacePasswordHash(db, user.id, user.passwordHash, passwordHash)
  return isReplaced ? { ...user, passwordHash } : user
}
