import type { Credential } from '#access/credentials.ts'
import type { CredentialCipher } from '#access/encrypted-credentials.ts'
import { isTokenOf } from './secrets.ts'

/** Maximum length of a name that is looked up. It is longer than any username or email address. */
const NAME_MAX_LENGTH = 254

/** The username or email address that a program sends, in the form in which accounts are stored. */
export function nameIn({ username }: Credential<'appPassword'>): string {
  return username.trim().toLowerCase().slice(0, NAME_MAX_LENGTH)
}

/** The owner to which an encrypted password is bound. The password cannot be decrypted for another row or account. */
export function ownerOf({ id, userId }: { id: string; userId: string }): string {
  return `${id}\0${userId}`
}

/**
 * Whether the token was made from this app password. After a change of the installation's secret the stored password
 * cannot be decrypted any more, so the result is false. The password itself is still accepted then.
 */
export function isShown(
  cipher: CredentialCipher,
  row: { id: string; userId: string; encryptedSecret: string },
  secret: { token: string; salt: string },
): boolean {
  const password = cipher.decrypt(row.encryptedSecret, ownerOf(row))
  return password !== undefined && isTokenOf(password, secret)
}
