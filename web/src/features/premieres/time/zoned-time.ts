/* Dates and times in the time zone of the server. */

/** A date and a time in a time zone, in the format of form fields: `2024-11-30` and `20:00`. */
export interface WallTime {
  date: string
  time: string
}

const partsIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })

/** What a clock in a time zone shows at a moment. */
export function wallTimeOf(moment: string, timeZone: string): WallTime {
  const parts = new Map(
    partsIn(timeZone)
      .formatToParts(new Date(moment))
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  }
}

const asUtc = ({ date, time }: WallTime) => Date.parse(`${date}T${time}:00.000Z`)

/**
 * The moment at which a clock in a time zone shows this date and time, as ISO 8601 in UTC; undefined for an incomplete
 * date or time. A time that the clock skips in spring counts as one hour later. For a time that the clock shows twice
 * in autumn, the first moment is returned.
 */
export function momentOf(wall: WallTime, timeZone: string): string | undefined {
  const wanted = asUtc(wall)
  if (Number.isNaN(wanted)) return undefined
  const offsetAt = (utc: number) => asUtc(wallTimeOf(new Date(utc).toISOString(), timeZone)) - utc
  const before = wanted - offsetAt(wanted - 86_400_000)
  const after = wanted - offsetAt(wanted + 86_400_000)
  const found = [before, after].find((utc) => utc + offsetAt(utc) === wanted) ?? before
  return new Date(found).toISOString()
}
