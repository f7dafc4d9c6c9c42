import { NOTICES_KEPT_DAYS } from '@tonarchiv/contract/notifications'
import type { Services } from '#services.ts'
import { deleteBefore, deleteSurplus, membersWithTooMany } from './store/notices.ts'
import { deleteSharedBefore } from './store/shared-notices.ts'

const DAY_MS = 86_400_000

/** Removes notices that are too old, and the oldest notices of members who have too many. */
export async function cleanUpNotices({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - NOTICES_KEPT_DAYS * DAY_MS).toISOString()
  await deleteBefore(db, before)
  await deleteSharedBefore(db, before)
  for (const userId of await membersWithTooMany(db)) await deleteSurplus(db, userId)
}
