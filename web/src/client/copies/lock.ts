import type { AccountRecord } from './copy-records.ts'

const DAY = 24 * 3_600_000
/** Days without contact after which copies are locked. See docs/product.md §22.3. */
const LOCKED_AFTER_DAYS = 30
/** The lock is announced this many days before. */
const ANNOUNCED_DAYS = 5

type Times = Pick<AccountRecord, 'lastContactAt' | 'latestAt'>

/** The current time, or the latest known time if the clock was set back. */
const trusted = ({ latestAt }: Times, now: number) => Math.max(now, latestAt)

/** When the copies are locked unless there is another contact, in milliseconds since the epoch. */
export function locksAt({ lastContactAt }: Pick<AccountRecord, 'lastContactAt'>): number {
  return lastContactAt + LOCKED_AFTER_DAYS * DAY
}

/** The time since which the copies are locked; undefined while they are not. */
export function lockedSince(account: Times, now: number): number | undefined {
  const at = locksAt(account)
  return trusted(account, now) >= at ? at : undefined
}

/** Days until the lock; undefined while it is not announced yet. */
export function daysUntilLock(account: Times, now: number): number | undefined {
  const days = Math.ceil((locksAt(account) - trusted(account, now)) / DAY)
  return days > 0 && days <= ANNOUNCED_DAYS ? days : undefined
}
