import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Schema } from '#database/schema.ts'
import type { Caller } from '#access/caller.ts'
import type { Services } from '#services.ts'
import { readDevice } from './devices.ts'
import { insertSession } from '../store/sessions.ts'
import { deleteSessionsBeyond } from '../store/session-ends.ts'
import type { SessionWithRights } from '../store/session-rights.ts'
import { hashToken, newToken } from '../credentials/tokens.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Maximum ages of sessions since their last use and since the login. See docs/security-requirements.md A-08. */
export const LIFETIMES = {
  short: { idleMs: 12 * HOUR_MS, wholeMs: 24 * HOUR_MS },
  remembered: { idleMs: 30 * DAY_MS, wholeMs: 90 * DAY_MS },
} as const
const SESSIONS_PER_USER = 20
/** Minimum time between two updates of the time of the last use, so that most requests write nothing. */
const USE_STEP_MS = 60_000

export interface NewSession {
  id: string
  token: string
  /** Lifetime of the cookie in seconds. Undefined when the browser deletes the cookie as soon as it is closed. */
  cookieSeconds: number | undefined
  /** Sessions that were ended because the account had too many. */
  endedIds: string[]
}

/** Starts a session. Its token is sent to the requesting device; only a hash of it is stored. */
export async function startSession(
  db: Kysely<Schema>,
  now: Date,
  userId: string,
  { remember, request }: { remember: boolean; request: FastifyRequest },
): Promise<NewSession> {
  const { idleMs, wholeMs } = LIFETIMES[remember ? 'remembered' : 'short']
  const token = newToken('st_')
  const id = newId()
  const device = readDevice(request.headers['user-agent'])
  await insertSession(db, {
    id,
    tokenHash: hashToken(token),
    userId,
    remembered: remember ? 1 : 0,
    browser: device.browser,
    deviceType: device.type,
    address: request.ip,
    createdAt: now.toISOString(),
    confirmedAt: now.toISOString(),
    confirmedBy: 'login',
    lastUsedAt: now.toISOString(),
    idleEndsAt: new Date(now.getTime() + idleMs).toISOString(),
    endsAt: new Date(now.getTime() + wholeMs).toISOString(),
  })
  const endedIds = await deleteSessionsBeyond(db, userId, SESSIONS_PER_USER, {
    reason: 'elsewhere',
    at: now,
  })
  return { id, token, cookieSeconds: remember ? wholeMs / 1000 : undefined, endedIds }
}

/** Records that a session is in use. */
export type StampUse = (row: SessionWithRights) => void

/** The account of the session with its current rights; undefined when the session has ended. */
export function callerOf(
  { now }: Pick<Services, 'now'>,
  stampUse: StampUse,
  row: SessionWithRights | undefined,
): Caller | undefined {
  const time = now().getTime()
  if (row === undefined || Date.parse(row.idleEndsAt) <= time || Date.parse(row.endsAt) <= time)
    return undefined
  if (time - Date.parse(row.lastUsedAt) >= USE_STEP_MS) stampUse(row)
  return {
    id: row.userId,
    sessionId: row.sessionId,
    email: row.email,
    username: row.username,
    isAdmin: row.isAdmin === 1,
    emailVerified: row.emailVerified === 1,
    keyVerified: row.keyVerified === 1,
    ...(row.confirmedAt !== null && {
      confirmed: { at: row.confirmedAt, byLogin: row.confirmedBy === 'login' },
    }),
  }
}
