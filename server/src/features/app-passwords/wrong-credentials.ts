import type { Credential } from '#access/credentials.ts'
import { countFailedCredential } from '#features/auth/index.ts'
import type { Services } from '#services.ts'
import { findEnded, hasEnded } from './find-app-passwords.ts'
import { hashSecret, secretCipher } from './secrets.ts'
import { isShown, nameIn } from './shown-secrets.ts'

/**
 * Counts a wrong API key or app password against the limits of the login. A revoked app password does not count,
 * because a program that keeps sending it would lock its owner out.
 * @throws Refused `rateLimited`
 */
export async function countWrongCredential(
  services: Services,
  credential: Credential<'apiKey' | 'appPassword'>,
  clientAddress: string,
): Promise<void> {
  if (!(await wasValid(services, credential)))
    await countFailedCredential(services, credential, clientAddress)
}

async function wasValid(
  { db, secret }: Pick<Services, 'db' | 'secret'>,
  credential: Credential<'apiKey' | 'appPassword'>,
): Promise<boolean> {
  if (credential.kind === 'apiKey') return hasEnded(db, hashSecret(credential.key))
  const { secret: shown } = credential
  if (shown.kind === 'plain') return hasEnded(db, hashSecret(shown.password))
  const cipher = secretCipher(secret)
  return (await findEnded(db, nameIn(credential))).some((row) => isShown(cipher, row, shown))
}
