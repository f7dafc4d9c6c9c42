import { createHmac, timingSafeEqual } from 'node:crypto'

const PREFIX = 'mt_'
const LIFETIME_MS = 12 * 60 * 60 * 1000

/**
 * Makes a signed ticket for GET requests of media. It contains the session id and the time of its expiry, but no
 * rights. See docs/security-requirements.md A-11.
 */
export function createTicket(
  secret: string,
  sessionId: string,
  now: Date,
): { ticket: string; expiresAt: Date } {
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  const content = Buffer.from(`${expiresAt.getTime()} ${sessionId}`).toString('base64url')
  return { ticket: `${PREFIX}${content}.${signature(secret, content).toString('base64url')}`, expiresAt }
}

/** Reads the session id from a ticket. Undefined when the ticket is forged, damaged or expired. */
export function readTicket(secret: string, ticket: string, now: Date): string | undefined {
  const [content, signed, ...more] = ticket.slice(PREFIX.length).split('.')
  if (!ticket.startsWith(PREFIX) || content === undefined || signed === undefined || more.length > 0)
    return undefined
  const expected = signature(secret, content)
  // Two texts may decode to the same signature, so only the canonical encoding is accepted.
  if (
    signed !== expected.toString('base64url') ||
    !timingSafeEqual(Buffer.from(signed, 'base64url'), expected)
  )
    return undefined
  const [endsAt, sessionId] = Buffer.from(content, 'base64url').toString().split(' ')
  return Number(endsAt) > now.getTime() ? sessionId : undefined
}

function signature(secret: string, content: string): Buffer {
  return createHmac('sha256', secret).update(`media ticket\0${content}`).digest()
}
