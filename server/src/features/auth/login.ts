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
import { knownAddress } from './limits/known-address.ts'
import { loginLimits } from './limits/limits.ts'
import { hasKnownAddress, storeKnownAddress } from './store/known-addresses.ts'
import { replacePasswordHash } from './store/password-hashes.ts'

/**
 * Finds the account with this email address and password. Only failures count against the limits. Attempts from other
 * client subnets never lock out a subnet from which the account has logged in before.
 * @throws Refused `wrongCredentials`, `emailUnverified`, `rateLimited`
 */
export async function checkPassword(
  services: Services,
  { email, password }: { email: string; password: string },
  clientAddress: string,
): Promise<UserRow> {
  const { db } = services
  const user = await findUserByEmail(db, email)
  const { isKnown } = await knownAddress(services, user, clientAddress)
  const limits = loginLimits(email, clientSubnetOf(clientAddress), isKnown)
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
  if (!needsRehash(user.passwordHash)) return user
  const passwordHash = await hashPassword(password)
  const isReplaced = await replacePasswordHash(db, user.id, user.passwordHash, passwordHash)
  return isReplaced ? { ...user, passwordHash } : user
}

/**
 * Stores the client subnet from which an account logs in. If the subnet is new and the account has logged in from
 * another one before, its owner gets an email.
 * @throws Refused `wrongCredentials` when the account was deleted in the meantime
 */
export async function rememberAddress(
  services: Services,
  user: UserRow,
  { clientAddress, userAgent }: { clientAddress: string; userAgent: string | undefined },
): Promise<void> {
  const { db, now, config, mailer, events } = services
  const { addressHash, isKnown } = await knownAddress(services, user, clientAddress)
  if (!isKnown && (await hasKnownAddress(db, user.id))) {
    const device = readDevice(userAgent).browser
    await enqueueEmail(
      db,
      now(),
      newDeviceEmail(user, config.siteTitle, device, `${config.publicUrl}/settings?tab=security`),
    )
    mailer.wake()
    events.emit('securityChanged', { userId: user.id, change: 'newDevice', name: null, device })
  }
  try {
    await storeKnownAddress(db, user.id, addressHash, now())
  } catch (error) {
    if (isMissingReference(error)) throw new Refused(wrongCredentials)
    throw error
  }
}
