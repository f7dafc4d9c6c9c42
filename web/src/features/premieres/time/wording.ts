const formats = {
  day: { weekday: 'long' },
  date: { day: '2-digit', month: '2-digit', year: 'numeric' },
  shortDate: { day: '2-digit', month: '2-digit' },
  time: { hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const format = (name: keyof typeof formats, moment: string) =>
  new Intl.DateTimeFormat('de-DE', formats[name]).format(new Date(moment))

/** `20:00` */
export const timeText = (moment: string) => format('time', moment)
/** `30.11.2024` */
export const dateText = (moment: string) => format('date', moment)
/** `30.11.` */
export const shortDateText = (moment: string) => format('shortDate', moment)
/** `30.11.2024, 20:00` */
export const momentText = (moment: string) => `${dateText(moment)}, ${timeText(moment)}`

const WEEK_MS = 6 * 86_400_000

/** `Premiere am Samstag, 20:00`; with the date instead of the day if it is at least a week away. */
export function eyebrowText(opensAt: string, now: number): string {
  const day = Date.parse(opensAt) - now < WEEK_MS ? format('day', opensAt) : dateText(opensAt)
  return `Premiere am ${day}, ${timeText(opensAt)}`
}

/** `in 1 Tag`, `in 9 Stunden`, `in 6 Minuten` */
export function inText(opensAt: string, now: number): string {
  const minutes = Math.max(1, Math.round((Date.parse(opensAt) - now) / 60_000))
  if (minutes < 60) return `in ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'}`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `in ${hours} ${hours === 1 ? 'Stunde' : 'Stunden'}`
  const days = Math.floor(hours / 24)
  return `in ${days} ${days === 1 ? 'Tag' : 'Tagen'}`
}

/** `Samstag, in 1 Tag und 9 Stunden` */
export function distanceText(opensAt: string, now: number): string {
  const hours = Math.floor((Date.parse(opensAt) - now) / 3_600_000)
  const rest = hours % 24
  const more = hours >= 24 && rest > 0 ? ` und ${rest} ${rest === 1 ? 'Stunde' : 'Stunden'}` : ''
  return `${format('day', opensAt)}, ${inText(opensAt, now)}${more}`
}
