import { createHash } from 'node:crypto'
import type { Credential } from '#access/credentials.ts'
import { findUserByEmail, findUserByUsername } from '#features/users/index.ts'
import { clientSubnetOf } from '#http/client-address.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { reportFailedCredential } from './failed-logins.ts'
import { knownAddress } from './known-address.ts'
import { loginLimits } from './limits/limits.ts'

type ForApps = Credential<'apiKey' | 'appPassword'>

/**
 * Counts a wrong API key or app password against the limits of the login. What is presented again and again, as by an
 * app whose password was revoked, uses up the attempts of its own name at its client subnet, and then none of the
 * others: it locks out no other member. The limits never reject a right one, which has 128 random bits.
 * @throws Refused `rateLimited`
 */
export async function countFailedCredential(
  services: Services,
  credential: ForApps,
  clientAddress: string,
): Promise<void> {
  const { db } = services
  const name = nameOf(credential)
  const user = (await findUserByUsername(db, name)) ?? (await findUserByEmail(db, name))
  const { isKnown } = await knownAddress(services, user, clientAddress)
  const limits = loginLimits(user?.email ?? name, clientSubnetOf(clientAddress), isKnown)
  const [ofPair, others] = [limits.slice(0, 1), limits.slice(1)]
  if (user !== undefined) reportFailedCredential(services, clientAddress)
  await consume(services, ofPair)
  await consume(services, others)
}

/** What the attempts are counted by: a name in lower case, or a hash of the key, which no account has as its name. */
function nameOf(credential: ForApps): string {
  if (credential.kind === 'appPassword') return credential.username.trim().toLowerCase()
  return `api key ${createHash('sha256').update(credential.key).digest('base64url')}`
}
