import { dayLabel, dayOf, timeOf } from '#features/chat/index.ts'
import { formatAgo, formatDate } from '#format.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** Number of days before today that count as this week. */
const WEEK_DAYS = 6

export type Period = 'Heute' | 'Gestern' | 'Diese Woche' | 'Früher'

/** The period under which a notice stands. `now`: milliseconds since 1970. */
export function periodOf(at: string, now: number): Period {
  const [day, today] = [dayOf(at), dayOf(new Date(now))]
  if (day >= today) return 'Heute'
  if (dayLabel(day, today) === 'Gestern') return 'Gestern'
  return (Date.parse(today) - Date.parse(day)) / DAY_MS <= WEEK_DAYS ? 'Diese Woche' : 'Früher'
}

/** `vor 4 Minuten`, `19:21`, `gestern, 22:47` or `26.11.2024`. */
export function noticeTime(at: string, now: number): string {
  if (now - Date.parse(at) < HOUR_MS) return formatAgo(at, now)
  const period = periodOf(at, now)
  if (period === 'Heute') return timeOf(at)
  return period === 'Gestern' ? `gestern, ${timeOf(at)}` : formatDate(at)
}

/** When a premiere is: `Premiere um 20:00`, on another day than `at` with its date. */
export function premiereTime(opensAt: string, at: string): string {
  const time = timeOf(opensAt)
  return dayOf(opensAt) === dayOf(at) ? `Premiere um ${time}` : `Premiere am ${formatDate(opensAt)}, ${time}`
}
