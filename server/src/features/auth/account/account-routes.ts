import * as contract from '@tonarchiv/contract/auth'
import { toWire } from '#features/users/index.ts'
import type { ExportSection } from '#feature.ts'
import { sessionCookie } from '#access/session-cookie.ts'
import type { Bind } from '#http/bind.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { changePassword, deleteAccount, endDevice, endOtherDevices, listDevices } from './account.ts'
import { changeEmail } from './change-email.ts'
import { withinEmailLimit } from '../limits/email-limit.ts'
import { currentPasswordLimits, exportLimits } from '../limits/limits.ts'

const NEW_ADDRESS =
  'E-Mail-Adresse geändert. Bitte bestätige die neue Adresse mit dem Link, den wir dir geschickt haben.'

/**
 * Routes with which members manage their own account. `sections` are the sections of its export, those of
 * auth included.
 */
export function registerAccount(bind: Bind, services: Services, sections: readonly ExportSection[]): void {
  const { db, now, config } = services
  const cookie = sessionCookie(config.publicUrl)

  bind(contract.changeEmail, async ({ caller, body }) => {
    await consume(services, currentPasswordLimits(caller.id))
    const user = await withinEmailLimit(services, body.email, () => changeEmail(services, caller.id, body))
    return { success: true, user: toWire(user, now()), message: NEW_ADDRESS }
  })

  bind(contract.changePassword, async ({ caller, body }) => {
    await consume(services, currentPasswordLimits(caller.id))
    await changePassword(services, caller, body)
    return { success: true }
  })

  bind(contract.listDevices, async ({ caller }) => ({ devices: await listDevices(services, caller) }))

  bind(contract.endDevice, async ({ caller, params }) => {
    await endDevice(services, caller, params.id)
    return { success: true }
  })

  bind(contract.logoutAll, async ({ caller }) => ({
    success: true,
    ended: await endOtherDevices(services, caller),
  }))

  bind(contract.deleteAccount, async ({ caller, body, reply }) => {
    await consume(services, currentPasswordLimits(caller.id))
    await deleteAccount(services, caller, body.password)
    reply.headers({ 'set-cookie': cookie.cleared, 'clear-site-data': '"cache", "storage"' })
    return { success: true }
  })

  bind(contract.exportAccount, async ({ caller, reply }) => {
    await consume(services, exportLimits(caller.id))
    const entries = await Promise.all(
      sections.map(async (section) => [section.name, await section.read(db, caller.id)]),
    )
    reply.header('content-disposition', `attachment; filename="export-${caller.username}.json"`)
    return { exportedAt: now().toISOString(), ...Object.fromEntries(entries) }
  })
}
