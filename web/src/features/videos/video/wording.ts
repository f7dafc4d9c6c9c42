import { formatDate, formatTime } from '#format.ts'

const HOUR = 3600

/** Seconds as `18:06` or, from an hour on, `1:12:48`; empty when the duration is not known. */
export function videoTime(seconds: number | null): string {
  if (seconds === null) return ''
  if (!Number.isFinite(seconds) || seconds < HOUR) return formatTime(seconds)
  const rest = formatTime(seconds % HOUR)
  return `${Math.floor(seconds / HOUR)}:${rest.padStart(5, '0')}`
}

/** Formats the date yyyy-MM-dd as `dd.MM.yyyy`; the result is the same in every time zone. */
export function dayOf(day: string): string {
  return formatDate(`${day}T12:00:00`)
}
