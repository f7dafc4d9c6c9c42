import * as contract from '@tonarchiv/contract/chat-order'
import { actorOf } from '#features/audit-log/index.ts'
import type { Presence } from '#features/presence/index.ts'
import type { Bind } from '#http/bind.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import type { RestrictedMembers } from './restricted-members.ts'
import { closeReports, type IsReportable, listReports, reportMessage } from './reports.ts'
import * as reports from './reports-store.ts'
import { liftRestriction, listRestrictions, restrictMember, setSlowMode } from './restrictions.ts'
import * as restrictions from './restrictions-store.ts'
import { checkMayRead, orderFor } from './writing.ts'

const DAY_SECONDS = 24 * 60 * 60
/** Number of days whose reports of a member are counted for admins. */
const RECORD_DAYS = 30

interface Opened {
  presence: Presence
  sockets: Sockets
  restricted: RestrictedMembers
  isReportable: IsReportable
}

/** Reports, mutes, bans and the slow mode of the room. */
export function registerOrder(
  bind: Bind,
  services: Services,
  { presence, sockets, restricted, isReportable }: Opened,
): void {
  const { db, now } = services
  const reportsChanged = async () => sockets.sendToUsers(await reports.adminIds(db), { type: 'chatReports' })

  bind(contract.getChatOrder, async ({ caller }) => orderFor(services, caller.id))

  bind(contract.reportMessage, async ({ caller, params, body }) => {
    await checkMayRead(db, caller.id)
    const maxAttempts = contract.REPORTS_PER_DAY
    await consume(services, [{ name: 'chat-report', by: caller.id, maxAttempts, windowSeconds: DAY_SECONDS }])
    await reportMessage({ ...services, isReportable }, caller.id, params.id, body)
    await reportsChanged()
    return { success: true }
  })

  bind(contract.listReports, async ({ query }) => listReports(db, presence, query))

  bind(contract.closeReports, async ({ caller, params, request }) => {
    const answer = await closeReports(services, presence, actorOf(caller, request), params.id)
    if (answer.isOwn) await reportsChanged()
    return answer
  })

  bind(contract.listRestrictions, async () => ({ restrictions: await listRestrictions(services, presence) }))

  bind(contract.restrictMember, async ({ caller, params: { userId }, body, request }) => {
    const until = await restrictMember(services, actorOf(caller, request), userId, body)
    await restricted.changed()
    sockets.sendToUsers([userId], { type: 'chatOrder' })
    return { until }
  })

  bind(contract.liftRestriction, async ({ caller, params: { userId, kind }, request }) => {
    const wasInForce = await liftRestriction(services, actorOf(caller, request), userId, kind)
    if (wasInForce) {
      await restricted.changed()
      sockets.sendToUsers([userId], { type: 'chatOrder' })
    }
    return { success: true }
  })

  bind(contract.getChatRecord, async ({ params: { userId } }) => {
    const since = new Date(now().getTime() - RECORD_DAYS * DAY_SECONDS * 1000).toISOString()
    const reported = await reports.countReportsOf(db, userId, { since })
    const mutes = await restrictions.mutesOf(db, userId)
    return { reported: reported.count, mutes: mutes.count, lastMutedAt: mutes.lastAt }
  })

  bind(contract.setSlowMode, async ({ caller, body: { seconds }, request }) => {
    await setSlowMode(services, actorOf(caller, request), seconds)
    sockets.broadcast({ type: 'chatOrder', slowSeconds: seconds })
    return { seconds }
  })
}
