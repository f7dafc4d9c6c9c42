import { DIGEST_HOUR } from '@tonarchiv/contract/digest'

export type SentRhythm = 'daily' | 'weekly'

const DAY_MS = 24 * 60 * 60 * 1000
const SUNDAY = 0

/** The first time after `now` at which a digest is due: at six in the evening of a time zone, weekly ones on Sunday. */
export function nextDigestAt(rhythm: SentRhythm, timeZone: string, now: Date): Date {
  const today = wallClock(now, timeZone)
  for (let days = 0; days <= 8; days += 1) {
    const day = new Date(
      Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days, DIGEST_HOUR),
    )
    const at = fromWallClock(day, timeZone)
    if (at > now && (rhythm === 'daily' || day.getUTCDay() === SUNDAY)) return at
  }
  return new Date(now.getTime() + 7 * DAY_MS)
}

/** The local time in a time zone, as a date whose UTC fields have the values of the local time. */
function wallClock(at: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value ?? 0)
  return new Date(
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')),
  )
}

/** The inverse of `wallClock`. The second step is for days on which clocks change. */
function fromWallClock(wall: Date, timeZone: string): Date {
  const offsetAt = (at: Date) => wallClock(at, timeZone).getTime() - at.getTime()
  const first = new Date(wall.getTime() - offsetAt(wall))
  return new Date(wall.getTime() - offsetAt(first))
}
