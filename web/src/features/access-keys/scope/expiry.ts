const DAY_MS = 24 * 60 * 60 * 1000

/** The last day on which something can be done that ends at this time. */
export function lastDay(endsAt: string): Date {
  return new Date(Date.parse(endsAt) - 1)
}

/** The end of a day that a date field holds, such as `2026-12-31`, in the time zone of the browser. */
export function endOfDay(date: string): string | undefined {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const end = new Date(year, month - 1, day + 1)
  return Number.isNaN(end.getTime()) || date === '' ? undefined : end.toISOString()
}

/** The day of an expiry as a date field holds it. */
export function dateOf(endsAt: string): string {
  const day = lastDay(endsAt)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** The day after so many days. */
export function dayIn(days: number, now: number): Date {
  return new Date(now + days * DAY_MS)
}
