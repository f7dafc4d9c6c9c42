import type { NotificationSettings } from '@tonarchiv/contract/notification-settings'

const DAY_MINUTES = 1440
const MINUTE_MS = 60_000

/**
 * The end of the quiet hours in which `now` is; undefined outside of quiet hours. Quiet hours belong to the day on
 * which they begin: those of Friday from 22:30 until 7:00 last until Saturday morning.
 */
export function quietUntil(
  { quiet, timeZone }: Pick<NotificationSettings, 'quiet' | 'timeZone'>,
  now: Date,
): Date | undefined {
  const { isOn, fromMinute, untilMinute, days } = quiet
  if (!isOn || fromMinute === untilMinute) return undefined
  const { weekday, minute } = localTime(now, timeZone)
  const yesterday = weekday === 1 ? 7 : weekday - 1
  const isOverMidnight = fromMinute > untilMinute
  const minutesLeft = () => {
    if (days.includes(weekday) && minute >= fromMinute && (isOverMidnight || minute < untilMinute))
      return isOverMidnight ? DAY_MINUTES - minute + untilMinute : untilMinute - minute
    if (isOverMidnight && days.includes(yesterday) && minute < untilMinute) return untilMinute - minute
    return undefined
  }
  const left = minutesLeft()
  if (left === undefined) return undefined
  const wholeMinute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  return new Date(wholeMinute + left * MINUTE_MS)
}

/** The day of the week (1 is Monday) and the minute of the day in a time zone. */
function localTime(now: Date, timeZone: string): { weekday: number; minute: number } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1
  return { weekday, minute: Number(part('hour')) * 60 + Number(part('minute')) }
}
