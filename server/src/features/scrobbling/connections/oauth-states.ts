import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Services } from '#services.ts'
import { deleteOauthState, insertOauthState } from '../store/oauth-states.ts'

/** How long an authorisation may take. See docs/security-requirements.md H-04. */
const STATE_TTL_MS = 5 * 60 * 1000

type Needs = Pick<Services, 'db' | 'secret' | 'now'>

/**
 * Starts an authorisation. A callback with this state is accepted once, within five minutes, and only for this member.
 * So no other session can complete the authorisation, and it cannot connect the account of another member.
 */
export async function createOauthState({ db, secret, now }: Needs, userId: string): Promise<string> {
  const nonce = randomBytes(24).toString('base64url')
  const endsAt = now().getTime() + STATE_TTL_MS
  await insertOauthState(db, {
    nonceHash: hashOf(nonce),
    userId,
    endsAt: new Date(endsAt).toISOString(),
  })
  return `${nonce}.${endsAt}.${signatureOf(secret, nonce, endsAt, userId)}`
}

/** Whether this state was issued to this member, has not expired, and is used for the first time. */
export async function consumeOauthState(
  { db, secret, now }: Needs,
  state: string,
  userId: string,
): Promise<boolean> {
  const [nonce = '', ends = '', signature = '', ...more] = state.split('.')
  const endsAt = Number(ends)
  if (more.length > 0 || !Number.isSafeInteger(endsAt) || endsAt <= now().getTime()) return false
  const expected = Buffer.from(signatureOf(secret, nonce, endsAt, userId))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  return deleteOauthState(db, hashOf(nonce), userId)
}

function signatureOf(secret: string, nonce: string, endsAt: number, userId: string): string {
  return createHmac('sha256', secret)
    .update(`scrobble ask\0${nonce}\0${endsAt}\0${userId}`)
    .digest('base64url')
}

function hashOf(nonce: string): string {
  return createHash('sha256').update(nonce).digest('base64url')
}
