import { dayLabel, dayOf, timeOf } from '#features/chat/index.ts'

const weekday = new Intl.DateTimeFormat('de-DE', { weekday: 'short' })
const dayAndMonth = new Intl.DateTimeFormat('de-DE', { day: 'numeric', month: 'numeric' })
const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_DAYS = 6

/** The time of the last message, for a list on the day `today`: `10:14`, gestern, `Mo.`, `19.11.` */
export function listTime(moment: string, today: string): string {
  const at = new Date(moment)
  const day = dayOf(at)
  if (day === '') return ''
  if (day === today) return timeOf(moment)
  if (dayLabel(day, today) === 'Gestern') return 'gestern'
  const daysAgo = (Date.parse(today) - Date.parse(day)) / DAY_MS
  return daysAgo >= 0 && daysAgo <= WEEK_DAYS
    ? `${weekday.format(at).replace('.', '')}.`
    : dayAndMonth.format(at)
}
