import type { Credential } from '#access/credentials.ts'
import type { CredentialCipher } from '#access/encrypted-credentials.ts'
import { isTokenOf } from './secrets.ts'

/** Longer than any username or email address. */
const NAME_MAX_LENGTH = 254

/** The name that a program sends, as accounts have it. */
export function nameIn({ username }: Credential<'appPassword'>): string {
  return username.trim().toLowerCase().slice(0, NAME_MAX_LENGTH)
}

/** What an encrypted password belongs to: it cannot be moved to another row or account. */
export function ownerOf({ id, userId }: { id: string; userId: string }): string {
  return `${id}\0${userId}`
}

/**
 * Whether the token was made of this app password. After a change of the installation's secret none is: then only the
 * password itself is accepted.
 */
export function isShown(
  cipher: CredentialCipher,
  row: { id: string; userId: string; encryptedSecret: string },
  secret: { token: string; salt: string },
): boolean {
  const password = cipher.decrypt(row.encryptedSecret, ownerOf(row))
  return password !== undefined && isTokenOf(password, secret)
}
