import type { AccountRecord } from './copy-records.ts'

const DAY = 24 * 3_600_000
/** Days without contact after which copies are locked. See docs/product.md §22.3. */
const LOCKED_AFTER_DAYS = 30
/** Days before the lock from which it is announced. */
const ANNOUNCED_DAYS = 5

type Times = Pick<AccountRecord, 'lastContactAt' | 'latestAt'>

/** The time that counts: a clock that was set back is not trusted. */
const trusted = ({ latestAt }: Times, now: number) => Math.max(now, latestAt)

/** When copies are locked without another contact, milliseconds of the clock. */
export function locksAt({ lastContactAt }: Pick<AccountRecord, 'lastContactAt'>): number {
  return lastContactAt + LOCKED_AFTER_DAYS * DAY
}

/** Since when the copies are locked; undefined while they are not. */
export function lockedSince(account: Times, now: number): number | undefined {
  const at = locksAt(account)
  return trusted(account, now) >= at ? at : undefined
}

/** Days that are left until the lock, when they are few. */
export function daysUntilLock(account: Times, now: number): number | undefined {
  const days = Math.ceil((locksAt(account) - trusted(account, now)) / DAY)
  return days > 0 && days <= ANNOUNCED_DAYS ? days : undefined
}
