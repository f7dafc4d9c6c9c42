import { wrongCredentials } from '@tonarchiv/contract/auth'
import * as contract from '@tonarchiv/contract/factors'
import { emailUnverified } from '@tonarchiv/contract/refusal'
import type { FastifyRequest } from 'fastify'
import { findUserById, type UserRow } from '#features/users/index.ts'
import type { Bind } from '#http/bind.ts'
import { clientSubnetOf } from '#http/client-address.ts'
import { Refused } from '#platform/refused.ts'
import { consume, type PersistentRateLimit, refund } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { consumeRecoveryCode, requireCode } from './factors/authenticator.ts'
import { emitSecurityChange, notifyOwner } from './factors/notices.ts'
import { startAuthentication, verifyPasskey } from './factors/passkeys.ts'
import { findHalf, newTrust } from './factors/second-factor.ts'
import { reportFailedCredential } from './failed-logins.ts'
import { codeLimits, passkeyLimits } from './limits/limits.ts'
import { rememberAddress } from './login.ts'
import { enter } from './sessions/enter.ts'
import { setPasskeySession } from './store/passkeys.ts'
import { countRecoveryCodes } from './store/second-factors.ts'

/** Binds the routes with which a login goes on after the password, or starts with a passkey. */
export function registerLogins(bind: Bind, services: Services): void {
  const { db, mailer } = services

  bind(contract.readSecondFactor, async ({ body }) => {
    const { user, methods } = await findHalf(services, body.halfSession)
    return { username: user.username, methods }
  })

  bind(contract.loginWithCode, async ({ body, request, reply }) => {
    const { user, remember, consume: consumeHalf } = await findHalf(services, body.halfSession)
    const trust = body.trustDevice ? newTrust(services, user, request) : undefined
    const session = await counted(
      services,
      request,
      codeLimits('code', user.id, subnetOf(request)),
      async () =>
        enter(services, user, {
          remember,
          request,
          reply,
          prove: async (trx) => {
            await consumeHalf(trx)
            await requireCode(services, trx, user.id, body.code)
          },
          started: async (trx, sessionId) => trust?.store(trx, sessionId),
        }),
    )
    if (trust) reply.header('set-cookie', trust.cookie)
    await remembered(services, user, request)
    return session
  })

  bind(contract.loginWithRecoveryCode, async ({ body, request, reply }) => {
    const { user, remember, consume: consumeHalf } = await findHalf(services, body.halfSession)
    const limits = codeLimits('recovery code', user.id, subnetOf(request))
    const used = { change: 'recoveryCodeUsed', userAgent: request.headers['user-agent'] } as const
    const session = await counted(services, request, limits, async () =>
      enter(services, user, {
        remember,
        request,
        reply,
        prove: async (trx) => {
          await consumeHalf(trx)
          if (!(await consumeRecoveryCode(services, trx, user.id, body.code)))
            throw new Refused(contract.wrongRecoveryCode, {
              fields: { code: contract.wrongRecoveryCode.text },
            })
          await notifyOwner(services, trx, user.id, used)
        },
      }),
    )
    mailer.wake()
    emitSecurityChange(services, user.id, used)
    await remembered(services, user, request)
    return { ...session, recoveryCodesLeft: await countRecoveryCodes(db, user.id) }
  })

  bind(contract.startPasskeyLogin, async ({ request }) => {
    await consume(services, passkeyLimits('challenge', subnetOf(request)))
    return startAuthentication(services)
  })

  bind(contract.loginWithPasskey, async ({ body, request, reply }) =>
    counted(services, request, passkeyLimits('answer', subnetOf(request)), async () => {
      const { passkey, stamp } = await verifyPasskey(services, body)
      const user = await findUserById(db, passkey.userId)
      if (user === undefined) throw new Refused(contract.passkeyFailed)
      if (user.emailVerified === 0) throw new Refused(emailUnverified, { bodyFields: { email: user.email } })
      const session = await enter(services, user, {
        remember: body.rememberMe,
        request,
        reply,
        prove: async (trx) => {
          if (!(await stamp(trx))) throw new Refused(contract.passkeyFailed)
        },
        started: async (trx, sessionId) => setPasskeySession(trx, passkey.id, sessionId),
      })
      await remembered(services, user, request)
      return session
    }),
  )
}

function subnetOf(request: FastifyRequest): string {
  return clientSubnetOf(request.ip)
}

const GUESSES: ReadonlySet<string> = new Set(
  [contract.wrongCode, contract.wrongRecoveryCode, contract.passkeyFailed, contract.passkeyUnknown].map(
    ({ code }) => code,
  ),
)

/** Counts an attempt before it is checked. Only wrong ones stay counted, and are logged like wrong passwords. */
async function counted<T>(
  services: Services,
  request: FastifyRequest,
  limits: readonly PersistentRateLimit[],
  attempt: () => Promise<T>,
): Promise<T> {
  await consume(services, limits)
  try {
    const result = await attempt()
    await refund(services, limits)
    return result
  } catch (error) {
    if (error instanceof Refused && GUESSES.has(error.refusal.code))
      reportFailedCredential(services, request.ip)
    else await refund(services, limits)
    throw error
  }
}

/**
 * Remembers from where the account has logged in. If the account was deleted since the session was started, nothing
 * happens, because the session has ended with it.
 */
async function remembered(services: Services, user: UserRow, request: FastifyRequest): Promise<void> {
  try {
    await rememberAddress(services, user, {
      clientAddress: request.ip,
      userAgent: request.headers['user-agent'],
    })
  } catch (error) {
    if (!(error instanceof Refused && error.refusal.code === wrongCredentials.code)) throw error
  }
}
