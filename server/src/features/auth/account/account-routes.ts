import * as contract from '@tonarchiv/contract/auth'
import { toWire } from '#features/users/index.ts'
import type { ExportSection } from '#feature.ts'
import { sessionCookie } from '#access/session-cookie.ts'
import { seenBy } from '#access/seen-by.ts'
import type { Bind } from '#http/bind.ts'
import type { RunningStreams } from '#http/delivery/running-streams.ts'
import { sendZip } from '#http/delivery/send-zip.ts'
import { consume, refund } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import {
  changePassword,
  deleteAccount,
  endDevice,
  endOtherDevices,
  listDevices,
  renameDevice,
} from './account.ts'
import { changeEmail } from './change-email.ts'
import type { AccountSessions } from '../sessions/account-sessions.ts'
import { withinEmailLimit } from '../limits/email-limit.ts'
import { exportLimits, fileExportLimits } from '../limits/limits.ts'
import { accountData, exportEntries } from './account-export.ts'

const NEW_ADDRESS =
  'E-Mail-Adresse geändert. Bitte bestätige die neue Adresse mit dem Link, den wir dir geschickt haben.'

/**
 * Binds the routes with which members manage their own account. `sections` are the sections of the account export, from
 * all features including this one.
 */
export function registerAccount(
  bind: Bind,
  services: Services,
  sessions: AccountSessions,
  streams: RunningStreams,
  sections: readonly ExportSection[],
): void {
  const { now, config } = services
  const cookie = sessionCookie(config.publicUrl)

  bind(contract.changeEmail, async ({ caller, body, request }) => {
    const user = await withinEmailLimit(services, body.email, () =>
      changeEmail(services, caller, { ...body, userAgent: request.headers['user-agent'] }),
    )
    return { success: true, user: toWire(user, now()), message: NEW_ADDRESS }
  })

  bind(contract.changePassword, async ({ caller, body, request }) => {
    await changePassword(services, sessions, caller, {
      ...body,
      currentPassword: body.currentPassword,
      userAgent: request.headers['user-agent'],
    })
    return { success: true }
  })

  bind(contract.listDevices, async ({ caller }) => ({ devices: await listDevices(services, caller) }))

  bind(contract.renameDevice, async ({ caller, params, body }) => ({
    success: true,
    name: await renameDevice(services, caller, { id: params.id, name: body.name }),
  }))

  bind(contract.endDevice, async ({ caller, params }) => {
    await endDevice(services, caller, params.id)
    return { success: true }
  })

  bind(contract.logoutAll, async ({ caller }) => ({
    success: true,
    ended: await endOtherDevices(services, sessions, caller),
  }))

  bind(contract.deleteAccount, async ({ caller, body, reply }) => {
    await deleteAccount(services, sessions, caller, body.password)
    reply.headers({ 'set-cookie': cookie.cleared, 'clear-site-data': '"cache", "storage"' })
    return { success: true }
  })

  bind(contract.exportAccount, async ({ caller, reply }) => {
    await consume(services, exportLimits(caller.id))
    reply.header('content-disposition', `attachment; filename="export-${caller.username}.json"`)
    return accountData(seenBy(services, caller), sections, caller.id)
  })

  bind(contract.exportAccountFiles, async ({ caller, reply }) => {
    const leave = await streams.enter(caller, {
      file: 'account export',
      response: reply.raw,
      requestedAt: performance.now() - reply.elapsedTime,
    })
    const { whole, attempts } = fileExportLimits(caller.id)
    try {
      await consume(services, attempts)
      await consume(services, whole)
      let isWhole = false
      try {
        isWhole = await sendZip(reply, {
          disposition: `attachment; filename="export-${caller.username}.zip"`,
          entries: exportEntries(seenBy(services, caller), sections, caller.id),
        })
      } finally {
        if (!isWhole) await refund(services, whole)
      }
    } finally {
      leave()
    }
    return reply
  })
}
