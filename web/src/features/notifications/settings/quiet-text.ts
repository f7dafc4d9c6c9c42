/** Minutes since midnight as `7:00`. */
export function minuteText(minute: number): string {
  return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`
}

/** The minutes since midnight of a time such as `7:00`, `7.30`, `0730` or `7`; undefined for anything else. */
export function minuteIn(text: string): number | undefined {
  const [, hours = '', minutes = '0'] = /^\s*(\d{1,2})(?:[:.]?(\d{2}))?(?:\s*Uhr)?\s*$/i.exec(text) ?? []
  const [hour, minute] = [Number(hours), Number(minutes)]
  return hours === '' || hour > 23 || minute > 59 ? undefined : hour * 60 + minute
}

/** The quiet parts of a day, as percentages of the length of the day. */
export function bandsOf(from: number, until: number): { left: number; width: number }[] {
  const percent = (minutes: number) => (minutes / 1440) * 100
  if (from === until) return []
  if (from < until) return [{ left: percent(from), width: percent(until - from) }]
  return [
    { left: 0, width: percent(until) },
    { left: percent(from), width: percent(1440 - from) },
  ].filter(({ width }) => width > 0)
}
