import { createHmac } from 'node:crypto'
import { rateLimited } from '@tonarchiv/contract/refusal'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'

/** A limit of attempts. See docs/security-requirements.md A-14. */
export interface PersistentRateLimit {
  /** The purpose of the limit and the value that it counts by, such as an address or account. */
  name: string
  by: string
  maxAttempts: number
  windowSeconds: number
}

type Needs = Pick<Services, 'db' | 'now' | 'secret' | 'config'>

/**
 * Counts one attempt in each bucket, with one atomic statement for each bucket. The counters are in the database, so
 * they survive a restart and apply to all processes.
 * @returns the number of attempts that are left in the fullest bucket
 * @throws Refused `rateLimited` when a bucket is full
 */
export async function consume(
  { db, now, secret, config }: Needs,
  limits: readonly PersistentRateLimit[],
): Promise<number> {
  let waitSeconds = 0
  let left = Number.POSITIVE_INFINITY
  for (const limit of limits) {
    const time = now()
    const row = await count({ db, secret }, limit, 1, time)
    left = Math.min(left, Math.floor(limit.maxAttempts * config.rateLimitFactor) - row.count)
    if (row.count > limit.maxAttempts * config.rateLimitFactor)
      waitSeconds = Math.max(waitSeconds, secondsUntil(row.endsAt, time))
  }
  if (waitSeconds > 0)
    throw new Refused(rateLimited, { values: { n: waitSeconds }, retryAfterSeconds: waitSeconds })
  return left
}

/**
 * Counts several attempts with one statement, for work that is done in batches.
 * @returns how many of them are allowed, and in how many seconds there may be further ones
 */
export async function consumeUpTo(
  { db, now, secret, config }: Needs,
  limit: PersistentRateLimit,
  attempts: number,
): Promise<{ allowed: number; retryAfterSeconds: number }> {
  const time = now()
  const row = await count({ db, secret }, limit, attempts, time)
  const left = Math.floor(limit.maxAttempts * config.rateLimitFactor) - (row.count - attempts)
  return {
    allowed: Math.min(attempts, Math.max(0, left)),
    retryAfterSeconds: secondsUntil(row.endsAt, time),
  }
}

function secondsUntil(endsAt: string, time: Date): number {
  return Math.ceil((Date.parse(endsAt) - time.getTime()) / 1000)
}

/**
 * Adds attempts to a bucket. If the window of the bucket has ended, a new one begins.
 * @returns the bucket after the addition
 */
async function count(
  { db, secret }: Pick<Needs, 'db' | 'secret'>,
  limit: PersistentRateLimit,
  attempts: number,
  time: Date,
): Promise<{ count: number; endsAt: string }> {
  return db
    .insertInto('rateLimits')
    .values({
      bucket: bucketOf(secret, limit),
      count: attempts,
      endsAt: new Date(time.getTime() + limit.windowSeconds * 1000).toISOString(),
    })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet((eb) => {
        const isOver = eb('rateLimits.endsAt', '<=', time.toISOString())
        return {
          count: eb
            .case()
            .when(isOver)
            .then(attempts)
            .else(eb('rateLimits.count', '+', attempts))
            .end(),
          endsAt: eb
            .case()
            .when(isOver)
            .then(eb.ref('excluded.endsAt'))
            .else(eb.ref('rateLimits.endsAt'))
            .end(),
        }
      }),
    )
    .returning(['count', 'endsAt'])
    .executeTakeFirstOrThrow()
}

/** Takes a counted attempt back. It is used by limits that count only failures, when the attempt has succeeded. */
export async function refund({ db, secret }: Needs, limits: readonly PersistentRateLimit[]): Promise<void> {
  await db
    .updateTable('rateLimits')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where(
      'bucket',
      'in',
      limits.map((limit) => bucketOf(secret, limit)),
    )
    .where('count', '>', 0)
    .execute()
}

/** Deletes counters whose window has ended. */
export async function deleteExpiredRateLimits({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await db.deleteFrom('rateLimits').where('endsAt', '<=', now().toISOString()).execute()
}

/** The name of a bucket in the database. It is an HMAC, because addresses are personal data. */
function bucketOf(secret: string, { name, by }: PersistentRateLimit): string {
  return `${name}:${createHmac('sha256', secret).update(`limit\0${name}\0${by}`).digest('base64url')}`
}
