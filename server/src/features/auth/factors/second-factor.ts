import { secondFactorRequired } from '@tonarchiv/contract/auth'
import { type FactorMethod, loginTookTooLong, TRUSTED_DAYS } from '@tonarchiv/contract/factors'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { tokenInCookie, trustCookie } from '#access/session-cookie.ts'
import type { Schema } from '#database/schema.ts'
import { findUserById, type UserRow } from '#features/users/index.ts'
import { newId } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { hashToken, newToken } from '../credentials/tokens.ts'
import { readDevice } from '../sessions/devices.ts'
import { consumeHalfSession, findHalfSession, insertHalfSession } from '../store/half-sessions.ts'
import { countPasskeys } from '../store/passkeys.ts'
import { countRecoveryCodes, findAuthenticator } from '../store/second-factors.ts'
import { findTrustedDevice, insertTrustedDevice } from '../store/trusted-devices.ts'

/** How long a login may wait for the second factor. */
const HALF_SESSION_MS = 10 * 60 * 1000
const TRUSTED_MS = TRUSTED_DAYS * 24 * 60 * 60 * 1000

/**
 * Whether a login with the password needs another factor. It does if the account has an authenticator app, or if it has
 * a passkey and the operator requires a second factor of it.
 */
export async function needsSecondFactor(services: Services, user: UserRow): Promise<boolean> {
  return (await methodsOf(services, user)).length > 0
}

/** The ways in which a login goes on after the password. Empty when the password suffices. */
async function methodsOf({ db, config }: Services, user: UserRow): Promise<FactorMethod[]> {
  const [app, codes, passkeys] = await Promise.all([
    findAuthenticator(db, user.id, 'active'),
    countRecoveryCodes(db, user.id),
    countPasskeys(db, user.id),
  ])
  const isRequired = config.adminsNeedFactor && user.isAdmin === 1
  if (app === undefined && !(isRequired && passkeys > 0)) return []
  return [
    ...(app ? (['code'] as const) : []),
    ...(codes > 0 ? (['recovery'] as const) : []),
    ...(passkeys > 0 ? (['passkey'] as const) : []),
  ]
}

/**
 * Lets a login pass whose password was verified, if the account has no second factor or trusts this device.
 * @returns the id of the trusted device; undefined if none was needed
 * @throws Refused `secondFactorRequired` with the token of a half session
 */
export async function passSecondFactor(
  services: Services,
  user: UserRow,
  { remember, request }: { remember: boolean; request: FastifyRequest },
): Promise<string | undefined> {
  const { db, now, config } = services
  if (!(await needsSecondFactor(services, user))) return undefined
  const secret = tokenInCookie(request.headers, trustCookie(config.publicUrl).name)
  const device = secret && (await findTrustedDevice(db, user.id, hashToken(secret), now()))
  if (device !== undefined && device !== '') return device
  const token = newToken('')
  const time = now()
  await insertHalfSession(db, {
    tokenHash: hashToken(token),
    userId: user.id,
    remembered: remember ? 1 : 0,
    createdAt: time.toISOString(),
    endsAt: new Date(time.getTime() + HALF_SESSION_MS).toISOString(),
  })
  throw new Refused(secondFactorRequired, { bodyFields: { halfSession: token } })
}

/** A login that waits for the second factor. */
export interface HalfSession {
  user: UserRow
  remember: boolean
  methods: FactorMethod[]
  /**
   * Uses the half session up, with the account locked.
   * @throws Refused `loginTookTooLong` when it has ended, also because the password was changed
   */
  consume: (trx: Kysely<Schema>) => Promise<void>
}

/** @throws Refused `loginTookTooLong` */
export async function findHalf(services: Services, token: string): Promise<HalfSession> {
  const { db, now } = services
  const tokenHash = hashToken(token)
  const half = await findHalfSession(db, tokenHash, now())
  const user = half && (await findUserById(db, half.userId))
  if (half === undefined || user === undefined) throw new Refused(loginTookTooLong)
  return {
    user,
    remember: half.remembered === 1,
    methods: await methodsOf(services, user),
    consume: async (trx) => {
      if (!(await consumeHalfSession(trx, tokenHash))) throw new Refused(loginTookTooLong)
    },
  }
}

/** Makes a secret by which a device is trusted. Call `store` in the transaction of its session, then set the cookie. */
export function newTrust({ now, config }: Services, user: UserRow, request: FastifyRequest) {
  const secret = newToken('')
  const device = readDevice(request.headers['user-agent'])
  const time = now()
  return {
    cookie: trustCookie(config.publicUrl).stored(secret, TRUSTED_MS / 1000),
    store: async (trx: Kysely<Schema>, sessionId: string) =>
      insertTrustedDevice(trx, {
        id: newId(),
        userId: user.id,
        secretHash: hashToken(secret),
        browser: device.browser,
        deviceType: device.type,
        sessionId,
        createdAt: time.toISOString(),
        endsAt: new Date(time.getTime() + TRUSTED_MS).toISOString(),
      }),
  }
}
