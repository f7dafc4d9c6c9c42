import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '#services.ts'

type Needs = Pick<Services, 'secret' | 'config'>

/**
 * The link that ends the digest of an account. It contains the id of the account and a signature, so that one account
 * cannot end the digest of another one. It does not expire, because it must also work in old emails.
 */
export function unsubscribeUrl({ secret, config }: Needs, userId: string): string {
  return `${config.publicUrl}/api/digest/unsubscribe/${tokenOf(secret, userId)}`
}

/** The account of a token; undefined when its signature is wrong. */
export function accountIn(secret: string, token: string): string | undefined {
  const [userId = '', signature = ''] = token.split('.')
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(secret, userId))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? userId : undefined
}

function tokenOf(secret: string, userId: string): string {
  return `${userId}.${signatureOf(secret, userId)}`
}

function signatureOf(secret: string, userId: string): string {
  return createHmac('sha256', secret).update(`end digest\0${userId}`).digest('base64url')
}
