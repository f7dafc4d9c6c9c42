/* Formats of days and times in the chat. See docs/product.md §12.4. */

const longDate = new Intl.DateTimeFormat('de-DE', { day: '2-digit', month: 'long', year: 'numeric' })

/** The day of a point in time in the visitor's time zone, `2026-11-21`; empty for an invalid date. */
export function dayOf(moment: string | Date): string {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return ''
  const [year, month, day] = [at.getFullYear(), at.getMonth() + 1, at.getDate()]
  return [year, month, day].map((segment) => String(segment).padStart(2, '0')).join('-')
}

/** The label of a day's divider: Heute, Gestern, `28. November 2024`. */
export function dayLabel(day: string, today: string): string {
  if (day === '') return 'Ungültiges Datum'
  if (day === today) return 'Heute'
  const noon = new Date(`${today}T12:00:00`)
  noon.setDate(noon.getDate() - 1)
  return day === dayOf(noon) ? 'Gestern' : longDate.format(new Date(`${day}T12:00:00`))
}

/** `03:17` */
export function timeOf(moment: string): string {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return 'Ungültige Zeit'
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Milliseconds until the next day begins. */
export function untilTomorrow(now: Date): number {
  const next = new Date(now)
  next.setHours(24, 0, 0, 0)
  return next.getTime() - now.getTime()
}
