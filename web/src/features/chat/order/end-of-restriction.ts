import { dayOf, timeOf } from '../messages/days.ts'

const dayAndDate = new Intl.DateTimeFormat('de-DE', {
  weekday: 'long',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})

/** `Freitag, 29.11.2024, 10:12` */
export function fullTime(moment: string): string {
  return `${dayAndDate.format(new Date(moment))}, ${timeOf(moment)}`
}

/** When a restriction ends, short: `Heute, 14:30`, `Morgen, 14:30`, else as `fullTime`; `ohne Ende` without an end. */
export function endTime(until: string | null, now: Date): string {
  if (until === null) return 'ohne Ende'
  const tomorrow = new Date(now)
  tomorrow.setDate(tomorrow.getDate() + 1)
  const day = dayOf(until)
  if (day === dayOf(now)) return `Heute, ${timeOf(until)}`
  return day === dayOf(tomorrow) ? `Morgen, ${timeOf(until)}` : fullTime(until)
}
