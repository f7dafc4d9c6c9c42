import { grantsEndingBetween, missedGrants } from '#features/access-grants/index.ts'
import type { Services } from '#services.ts'
import { notify } from './notify.ts'

type Needs = Pick<Services, 'db' | 'events' | 'now' | 'log'>

const DAY_MS = 24 * 60 * 60 * 1000
/** How many days before the end of their access members are informed. */
const DAYS_BEFORE = [7, 1]
/** Maximum number of grants that one run reads for each of `DAYS_BEFORE`. */
const GRANTS_MAX = 1000

/**
 * Stores notices for members whose access ends in seven days or in one day. A notice may be stored up to a day late.
 * Its time and its group key result from the grant, so that it is stored once, whichever process does it first. Access
 * that was given for a shorter time needs no notice, because the member has just read how long it lasts.
 */
export async function notifyEndingAccess(needs: Needs): Promise<void> {
  const time = needs.now().getTime()
  for (const days of DAYS_BEFORE) {
    const grants = await grantsEndingBetween(needs.db, {
      after: new Date(time + (days - 1) * DAY_MS),
      until: new Date(time + days * DAY_MS),
      limit: GRANTS_MAX,
    })
    for (const { id, userId, grantedAt, endsAt } of grants) {
      const at = new Date(Date.parse(endsAt) - days * DAY_MS)
      if (Date.parse(grantedAt) > at.getTime()) continue
      if (!(await missedGrants(needs.db, userId, needs.now())).has(id)) continue
      const announce = await notify(needs, {
        kind: 'accessEnding',
        userIds: [userId],
        groupKey: `accessEnding:${id}:${days}`,
        actorId: null,
        subjectId: id,
        at,
      })
      announce()
    }
  }
}
