const DAY_MS = 24 * 60 * 60 * 1000

/** The last day before `endsAt`. An end at midnight therefore belongs to the previous day. */
export function lastDay(endsAt: string): Date {
  return new Date(Date.parse(endsAt) - 1)
}

/**
 * The end of a day, given as the value of a date field such as `2026-12-31`, in the time zone of the browser; undefined
 * for an empty or invalid value.
 */
export function endOfDay(date: string): string | undefined {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const end = new Date(year, month - 1, day + 1)
  return Number.isNaN(end.getTime()) || date === '' ? undefined : end.toISOString()
}

/** The last day before `endsAt` as the value of a date field; the inverse of `endOfDay`. */
export function dateOf(endsAt: string): string {
  const day = lastDay(endsAt)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** The time `days` days after `now`. */
export function dayIn(days: number, now: number): Date {
  return new Date(now + days * DAY_MS)
}
