import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@tonarchiv/contract/factors'

/** 32 characters without those that are confused on paper. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const HALF = 4

/** Makes ten codes of 40 bits, as they are written on paper: two halves of four characters. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODES) {
    const characters = Array.from(randomBytes(2 * HALF), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
    codes.add(`${characters.slice(0, HALF)}-${characters.slice(HALF)}`)
  }
  return [...codes]
}

/**
 * The hash of a code that is stored. A code is short, so the hash depends on the secret of the installation: a copy of
 * the database alone does not allow to try all codes. Hyphens, blanks and lower case make no difference.
 */
export function hashRecoveryCode(secret: string, userId: string, code: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'recovery codes', 32))
  const plain = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return createHmac('sha256', key).update(`${userId}\0${plain}`).digest('base64url')
}
