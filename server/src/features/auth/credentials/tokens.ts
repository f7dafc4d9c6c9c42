import { hash, randomBytes } from 'node:crypto'

/** Makes a token of 256 random bits in URL-safe characters. The prefix names the kind of token. */
export function newToken(prefix: 'st_' | ''): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** The hash of a token that is stored in the database. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}
