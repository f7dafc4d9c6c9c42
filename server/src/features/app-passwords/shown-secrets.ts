import type { Credential } from '#access/credentials.ts'
import type { CredentialCipher } from '#access/encrypted-credentials.ts'
import { isTokenOf } from './secrets.ts'

/** Longer than any username or email address. */
const NAME_MAX_LENGTH = 254

/** The username or email address that a program sends, in the form in which accounts are stored. */
export function nameIn({ username }: Credential<'appPassword'>): string {
  return username.trim().toLowerCase().slice(0, NAME_MAX_LENGTH)
}

/** The context that an encrypted password is bound to: it cannot be decrypted in another row or account. */
export function ownerOf({ id, userId }: { id: string; userId: string }): string {
  return `${id}\0${userId}`
}

/**
 * Whether the token was made from this app password. False after a change of the installation's secret, because the
 * stored password cannot be decrypted any more. The password itself is still accepted then.
 */
export function isShown(
  cipher: CredentialCipher,
  row: { id: string; userId: string; encryptedSecret: string },
  secret: { token: string; salt: string },
): boolean {
  const password = cipher.decrypt(row.encryptedSecret, ownerOf(row))
  return password !== undefined && isTokenOf(password, secret)
}
