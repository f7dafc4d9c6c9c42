import type { AccountRecord } from './copy-records.ts'

const DAY = 24 * 3_600_000
/**
 * Copies are locked when the server has not confirmed session and access key for this many days. See docs/product.md
 * §22.3.
 */
const LOCKED_AFTER_DAYS = 30
/** The app announces the lock of the copies this many days in advance. */
const ANNOUNCED_DAYS = 5

type Times = Pick<AccountRecord, 'lastContactAt' | 'latestAt'>

/** The current time; if the clock was set back, the latest time that it has shown. */
const trusted = ({ latestAt }: Times, now: number) => Math.max(now, latestAt)

/** When the copies will be locked if the server does not confirm session and key before, in milliseconds since 1970. */
export function locksAt({ lastContactAt }: Pick<AccountRecord, 'lastContactAt'>): number {
  return lastContactAt + LOCKED_AFTER_DAYS * DAY
}

/** Since when the copies are locked, in milliseconds since 1970; undefined while they are not locked. */
export function lockedSince(account: Times, now: number): number | undefined {
  const at = locksAt(account)
  return trusted(account, now) >= at ? at : undefined
}

/** Days until the copies are locked; undefined while that is too far away to be announced. */
export function daysUntilLock(account: Times, now: number): number | undefined {
  const days = Math.ceil((locksAt(account) - trusted(account, now)) / DAY)
  return days > 0 && days <= ANNOUNCED_DAYS ? days : undefined
}
