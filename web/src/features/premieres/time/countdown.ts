/** A number of the countdown with its unit. */
export interface CountdownPart {
  value: string
  unit: string
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The remaining times, in seconds, that screen readers announce. */
const ANNOUNCED = [HOUR, 10 * MINUTE, MINUTE] as const

/** The whole seconds until a premiere, rounded up; 0 from its beginning on. */
export function secondsLeft(opensAt: string, serverNow: number): number {
  return Math.max(0, Math.ceil((Date.parse(opensAt) - serverNow) / 1000))
}

const two = (value: number) => String(value).padStart(2, '0')

/** Days, hours, minutes and seconds. The days are left out below one day, the hours below one hour. */
export function countdownParts(seconds: number): CountdownPart[] {
  const days = Math.floor(seconds / DAY)
  const parts: CountdownPart[] = []
  if (days > 0) parts.push({ value: String(days), unit: days === 1 ? 'Tag' : 'Tage' })
  if (seconds >= HOUR) parts.push({ value: two(Math.floor((seconds % DAY) / HOUR)), unit: 'Std.' })
  parts.push({ value: two(Math.floor((seconds % HOUR) / MINUTE)), unit: 'Min.' })
  parts.push({ value: two(seconds % MINUTE), unit: 'Sek.' })
  return parts
}

/** `Noch 1 Tag, 09 Std., 46 Min., 12 Sek.` */
export function countdownText(seconds: number): string {
  return `Noch ${countdownParts(seconds)
    .map(({ value, unit }) => `${value} ${unit}`)
    .join(', ')}`
}

/** Whether the minutes and seconds are shown large. */
export function isSoon(seconds: number): boolean {
  return seconds < HOUR
}

/** What is announced when the remaining time changes from `before` to `seconds`; undefined for no announcement. */
export function announcementOf(before: number, seconds: number): string | undefined {
  if (seconds === 0) return before > 0 ? 'Die Türen sind offen' : undefined
  const passed = ANNOUNCED.find((at) => before > at && seconds <= at && seconds > at - MINUTE / 2)
  if (passed === undefined) return undefined
  if (passed === HOUR) return 'Noch 1 Stunde'
  return passed === MINUTE ? 'Noch 1 Minute' : 'Noch 10 Minuten'
}
