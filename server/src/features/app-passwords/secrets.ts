import { createHash, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type CredentialCipher, credentialCipher } from '#access/encrypted-credentials.ts'

/** 32 characters that look different from each other in every font. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 7
const GROUP_LENGTH = 4
/** The pattern of an MD5 in hexadecimal digits. */
const TOKEN = /^[0-9a-f]{32}$/i

/** Makes a random password of 140 bits, in seven groups of four characters. */
export function newSecret(): string {
  // Each byte selects a character. Every character is equally likely, because 256 is a multiple of 32.
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

/** Whether `token` is the MD5 of this password and the salt. Clients of the Subsonic protocol send such tokens. */
export function isTokenOf(password: string, { token, salt }: { token: string; salt: string }): boolean {
  if (!TOKEN.test(token)) return false
  const expected = createHash('md5').update(password).update(salt).digest()
  return timingSafeEqual(expected, Buffer.from(token, 'hex'))
}
