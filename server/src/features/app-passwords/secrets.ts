import { createHash, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type CredentialCipher, credentialCipher } from '#access/encrypted-credentials.ts'

/** 32 characters that look different from each other in every font. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 7
const GROUP_LENGTH = 4
/** MD5 in hexadecimal digits. */
const TOKEN = /^[0-9a-f]{32}$/i

/** 140 random bits: seven groups of four characters. */
export function newSecret(): string {
  // 256 is a multiple of 32, so that every character is equally likely.
  const characters = Array.from(
    randomBytes(GROUPS * GROUP_LENGTH),
    (byte) => ALPHABET[byte % ALPHABET.length],
  )
  return Array.from({ length: GROUPS }, (_, group) =>
    characters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-')
}

export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

export function secretCipher(secret: string): CredentialCipher {
  return credentialCipher(secret, 'app passwords')
}

/** Whether the token is the MD5 of this password and the salt, as clients of the Subsonic protocol send it. */
export function isTokenOf(password: string, { token, salt }: { token: string; salt: string }): boolean {
  if (!TOKEN.test(token)) return false
  const expected = createHash('md5').update(password).update(salt).digest()
  return timingSafeEqual(expected, Buffer.from(token, 'hex'))
}
