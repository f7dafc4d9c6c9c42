import * as contract from '@tonarchiv/contract/factors'
import { notFound } from '@tonarchiv/contract/refusal'
import { findUserById } from '#features/users/index.ts'
import type { Bind } from '#http/bind.ts'
import { clientSubnetOf } from '#http/client-address.ts'
import { Refused } from '#platform/refused.ts'
import { consume, refund } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { startApp } from '../factors/authenticator.ts'
import { displayNameOf, startAuthentication, startRegistration } from '../factors/passkeys.ts'
import { codeLimits, factorLimits, passkeyLimits } from '../limits/limits.ts'
import type { AccountSessions } from '../sessions/account-sessions.ts'
import { renamePasskey } from '../store/passkeys.ts'
import { confirmCaller } from './confirmation.ts'
import * as factors from './factors.ts'

/** Binds the routes with which members manage their passkeys and their second factor, and confirm who they are. */
export function registerFactors(bind: Bind, services: Services, sessions: AccountSessions): void {
  const { db } = services

  bind(contract.readFactors, async ({ caller }) => factors.listFactors(services, caller))

  bind(contract.startPasskey, async ({ caller }) => {
    await consume(services, passkeyLimits('challenge', caller.id))
    const user = await findUserById(db, caller.id)
    if (user === undefined) throw new Refused(notFound)
    return startRegistration(services, caller, displayNameOf(user))
  })

  bind(contract.addPasskey, async ({ caller, body, request }) => ({
    passkey: await factors.addPasskey(services, sessions, caller, {
      ...body,
      userAgent: request.headers['user-agent'],
    }),
  }))

  bind(contract.renamePasskey, async ({ caller, params, body }) => {
    if (!(await renamePasskey(db, caller.id, params.id, body.name))) throw new Refused(notFound)
    return { success: true }
  })

  bind(contract.removePasskey, async ({ caller, params, request }) => {
    await factors.removePasskey(services, caller, {
      id: params.id,
      userAgent: request.headers['user-agent'],
    })
    return { success: true }
  })

  registerAuthenticator(bind, services, sessions)

  bind(contract.startConfirmation, async ({ caller }) => {
    await consume(services, passkeyLimits('challenge', caller.id))
    return startAuthentication(services, caller)
  })

  bind(contract.confirm, async ({ caller, body, request }) => {
    const until = await confirmCaller(services, caller, body, {
      clientSubnet: clientSubnetOf(request.ip),
      userAgent: request.headers['user-agent'],
    })
    return { confirmedUntil: until.toISOString() }
  })
}

function registerAuthenticator(bind: Bind, services: Services, sessions: AccountSessions): void {
  bind(contract.startAuthenticator, async ({ caller }) => {
    await consume(services, factorLimits(caller.id))
    return startApp(services, caller)
  })

  bind(contract.confirmAuthenticator, async ({ caller, body, request }) => {
    const limits = codeLimits('code', caller.id, clientSubnetOf(request.ip))
    await consume(services, limits)
    const recoveryCodes = await factors.switchOnAuthenticator(services, sessions, caller, {
      code: body.code,
      userAgent: request.headers['user-agent'],
    })
    await refund(services, limits)
    return { recoveryCodes }
  })

  bind(contract.removeAuthenticator, async ({ caller, request }) => {
    await factors.switchOffAuthenticator(services, caller.id, request.headers['user-agent'])
    return { success: true }
  })

  bind(contract.renewRecoveryCodes, async ({ caller, request }) => {
    await consume(services, factorLimits(caller.id))
    const userAgent = request.headers['user-agent']
    return { recoveryCodes: await factors.replaceRecoveryCodes(services, caller.id, userAgent) }
  })

  bind(contract.distrustDevice, async ({ caller, params }) => {
    await factors.distrustDevice(services, caller.id, params.id)
    return { success: true }
  })
}
