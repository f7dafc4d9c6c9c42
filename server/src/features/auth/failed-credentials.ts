import { createHash } from 'node:crypto'
import type { Credential } from '#access/credentials.ts'
import { findUserByEmail, findUserByUsername } from '#features/users/index.ts'
import { clientSubnetOf } from '#http/client-address.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { reportFailedCredential } from './failed-logins.ts'
import { knownAddress } from './limits/known-address.ts'
import { loginLimits } from './limits/limits.ts'

type ForApps = Credential<'apiKey' | 'appPassword'>

/**
 * Counts a wrong API key or app password against the limits of the login. The limit for the name and the client
 * subnet is counted first. Once it is reached, further attempts do not count against the other limits, so that a
 * program that repeats a wrong password locks out no other member. A correct credential is never limited.
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

/** The name by which attempts are counted: the username in lower case, or a text with a hash of the API key. */
function nameOf(credential: ForApps): string {
  if (credential.kind === 'appPassword') return credential.username.trim().toLowerCase()
  return `api key ${createHash('sha256').update(credential.key).digest('base64url')}`
}
