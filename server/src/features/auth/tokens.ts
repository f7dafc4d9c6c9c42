import { hash, randomBytes } from 'node:crypto'

/** 256 random bits in the alphabet of addresses, marked with what they are. */
export function newToken(prefix: 'st_' | ''): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** What the database keeps of a token. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}
