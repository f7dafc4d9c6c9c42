import * as contract from '@tonarchiv/contract/auth'
import type { FastifyRequest } from 'fastify'
import { toWire, type UserRow } from '#features/users/index.ts'
import { sessionCookie } from '#access/session-cookie.ts'
import type { Bind } from '#http/bind.ts'
import { clientSubnetOf } from '#http/client-address.ts'
import { refund, consume } from '#rate-limits/persistent-rate-limits.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { reportFailedLogin } from './failed-logins.ts'
import { emailLimits, linkLimits, registerLimits } from './limits/limits.ts'
import { withinEmailLimit } from './limits/email-limit.ts'
import { needsSecondFactor, passSecondFactor } from './factors/second-factor.ts'
import { checkPassword, rememberAddress } from './login.ts'
import { restoreEmail } from './account/change-email.ts'
import { register, registerFirstAdmin } from './account/register.ts'
import { ownerOfResetLink, requestReset, resetPassword } from './account/reset-password.ts'
import type { AccountSessions } from './sessions/account-sessions.ts'
import { enter, type Exchange } from './sessions/enter.ts'
import { deleteSession } from './store/session-ends.ts'
import { lockPassword } from './store/password-hashes.ts'
import { setDeviceSession } from './store/trusted-devices.ts'
import { createTicket } from './sessions/tickets.ts'
import { resendVerification, verifyEmail } from './account/verify-email.ts'

const REGISTERED_MESSAGE =
  'Registrierung erfolgreich! Bitte überprüfe deine E-Mails für den Verifizierungslink.'
const RESET_SENT = 'Wenn es zu dieser Adresse einen Account gibt, ist ein Link zum Zurücksetzen unterwegs.'
const RESENT = 'Neuer Verifizierungslink wurde an deine E-Mail gesendet!'

export function registerAuth(bind: Bind, services: Services, sessions: AccountSessions): void {
  registerSessions(bind, services)
  registerVerification(bind, services)
  registerLinksByEmail(bind, services, sessions)
}

function registerSessions(bind: Bind, services: Services): void {
  const { db, now, config, secret, events } = services

  bind(contract.register, async ({ body, request, reply }) => {
    await consume(services, registerLimits(clientSubnetOf(request.ip)))
    const answer = { success: true, email: body.email }
    if (body.setup === undefined) {
      await withinEmailLimit(services, body.email, () => register(services, body))
      return { ...answer, message: REGISTERED_MESSAGE }
    }
    const admin = await registerFirstAdmin(services, body.setup, body)
    return {
      ...answer,
      message: 'Willkommen! Dein Archiv ist eingerichtet.',
      ...(await enterWithPassword(services, admin, { remember: true, request, reply })),
    }
  })

  bind(contract.login, async ({ body, request, reply }) => {
    const user = await checkPassword(services, body, request.ip).catch((error: unknown) => {
      reportFailedLogin(services, request.ip, error)
      throw error
    })
    const trustedDevice = await passSecondFactor(services, user, { remember: body.rememberMe, request })
    await rememberAddress(services, user, {
      clientAddress: request.ip,
      userAgent: request.headers['user-agent'],
    })
    const entrance = { remember: body.rememberMe, request, reply, trustedDevice }
    return enterWithPassword(services, user, entrance)
  })

  bind(contract.logout, async ({ caller, reply }) => {
    await deleteSession(db, caller.sessionId)
    events.emit('sessionsEnded', { sessionIds: [caller.sessionId], reason: 'loggedOut' })
    reply.headers({
      'set-cookie': sessionCookie(config.publicUrl).cleared,
      'clear-site-data': '"cache", "storage"',
    })
    return { success: true }
  })

  bind(contract.getMediaTicket, async ({ caller }) => {
    const { ticket, expiresAt } = createTicket(secret, caller.sessionId, now())
    return { ticket, expiresAt: expiresAt.toISOString() }
  })
}

function registerVerification(bind: Bind, services: Services): void {
  bind(contract.verifyEmail, async ({ body, request, reply }) => ({
    success: true,
    ...(await verify(services, body.token, { request, reply })),
  }))

  bind(contract.verifyEmailByLink, async ({ query, request, reply }) => {
    // Mail programs open links to check them. So only a call of our own page may consume the token.
    const { 'sec-fetch-mode': mode, 'sec-fetch-site': site = 'same-origin' } = request.headers
    const isPageCall =
      query.format === 'json' && request.method === 'GET' && mode !== 'navigate' && site === 'same-origin'
    if (!isPageCall) return reply.redirect(`/verify-email?token=${encodeURIComponent(query.token)}`, 303)
    const { token, ...answer } = await verify(services, query.token, { request, reply })
    return { success: true, authToken: token, ...answer }
  })

  bind(contract.resendVerification, async ({ body, request }) => {
    await consume(services, emailLimits('resend', body.email, clientSubnetOf(request.ip)))
    await resendVerification(services, body.email)
    return { success: true, message: RESENT }
  })
}

function registerLinksByEmail(bind: Bind, services: Services, sessions: AccountSessions): void {
  for (const route of [contract.forgotPassword, contract.requestReset]) {
    bind(route, async ({ body, request }) => {
      await consume(services, emailLimits('reset', body.email, clientSubnetOf(request.ip)))
      await requestReset(services, body.email)
      return { success: true, message: RESET_SENT }
    })
  }

  bind(contract.verifyResetToken, async ({ params, request }) => {
    const email = await withLinkLimit(
      services,
      request,
      async () => (await ownerOfResetLink(services, params.token)).email,
    )
    return { email }
  })

  for (const route of [contract.resetPassword, contract.resetPasswordWithEmail]) {
    bind(route, async ({ body, request }) => {
      await withLinkLimit(services, request, () =>
        resetPassword(services, sessions, { ...body, userAgent: request.headers['user-agent'] }),
      )
      return { success: true, message: 'Dein Passwort wurde geändert.' }
    })
  }

  bind(contract.restoreEmail, async ({ body, request }) => ({
    success: true,
    email: await withLinkLimit(services, request, () => restoreEmail(services, sessions, body.token)),
  }))
}

/** Starts a session for a user whose password was verified. */
async function enterWithPassword(
  services: Services,
  user: UserRow,
  entrance: Exchange & { remember: boolean; trustedDevice?: string | undefined },
) {
  const { trustedDevice } = entrance
  return enter(services, user, {
    ...entrance,
    prove: async (trx) => {
      // The password may have been reset since it was verified. After this lock, a reset ends the new session.
      if (!(await lockPassword(trx, user.id, user.passwordHash))) throw new Refused(contract.wrongCredentials)
    },
    started: async (trx, sessionId) => {
      if (trustedDevice !== undefined) await setDeviceSession(trx, trustedDevice, sessionId)
    },
  })
}

/** Limits attempts with invalid links, because they may be guesses. Valid links do not count. */
async function withLinkLimit<T>(
  services: Services,
  request: FastifyRequest,
  use: () => Promise<T>,
): Promise<T> {
  const limits = linkLimits(clientSubnetOf(request.ip))
  await consume(services, limits)
  const result = await use()
  await refund(services, limits)
  return result
}

/**
 * Verifies the address. The first use of a link starts a session, unless the caller is logged in with another
 * account.
 */
async function verify(services: Services, token: string, exchange: Exchange) {
  const { now } = services
  const { request } = exchange
  const { kind, user } = await withLinkLimit(services, request, () => verifyEmail(services, token))
  const { caller } = request
  if (caller !== undefined && caller.id !== user.id)
    return { token: undefined, user: toWire(user, now()), loggedInAs: caller.username }
  // A link does not replace a second factor.
  return kind === 'fresh' && !(await needsSecondFactor(services, user))
    ? enterWithPassword(services, user, { remember: false, ...exchange })
    : { token: undefined, user: toWire(user, now()) }
}
