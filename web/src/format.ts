/* Formats numbers, times, sizes and dates in German. See docs/product.md §2.6. */

/**
 * Returns a function that creates a formatter at its first call. Creating one takes milliseconds, and the first screens
 * need none.
 */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

const number = once(() => new Intl.NumberFormat('de-DE'))
const oneDecimal = once(() => new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 }))
const date = once(
  () => new Intl.DateTimeFormat('de-DE', { day: '2-digit', month: '2-digit', year: 'numeric' }),
)

/** `1.284` */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) {
    return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, '.')
  }
  return number().format(value)
}

/** Seconds as `m:ss`; the minutes may exceed 59. `0:00` for an invalid duration. */
export function formatTime(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return '0:00'
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Seconds in words, rounded to minutes from one minute on: `45 Min.`, `1 Std. 5 Min.`, `48 Sek.` */
export function formatRunningTime(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds <= 0) return '0 Min.'
  if (seconds < 59.5) return `${Math.round(seconds)} Sek.`
  const minutes = Math.round(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes} Min.`
  return minutes % 60 === 0 ? `${hours} Std.` : `${hours} Std. ${minutes % 60} Min.`
}

const SIZE_UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const

/** Bytes as `12,4 MB`, in steps of 1024, with at most one decimal. */
export function formatSize(sizeBytes: number): string {
  let amount = Math.max(0, sizeBytes)
  let unit = 0
  while (Math.round(amount * 10) / 10 >= 1024 && unit < SIZE_UNITS.length - 1) {
    amount /= 1024
    unit += 1
  }
  return `${oneDecimal().format(amount)} ${SIZE_UNITS[unit]}`
}

/** `dd.MM.yyyy` in the time zone of the browser; `Ungültiges Datum` for an invalid date. */
export function formatDate(moment: string | Date): string {
  const at = new Date(moment)
  return Number.isNaN(at.getTime()) ? 'Ungültiges Datum' : date().format(at)
}

const relative = once(() => new Intl.RelativeTimeFormat('de', { numeric: 'auto' }))

/** The units of `formatAgo` with their length in seconds, longest first. */
const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/**
 * For example `vor 3 Stunden`, `gestern` or `gerade eben`; `Ungültiges Datum` for an invalid date. `now`: milliseconds
 * since 1970.
 */
export function formatAgo(moment: string, now: number): string {
  const seconds = (now - Date.parse(moment)) / 1000
  if (Number.isNaN(seconds)) return 'Ungültiges Datum'
  const step = STEPS.find(([, length]) => seconds >= length)
  return step ? relative().format(-Math.floor(seconds / step[1]), step[0]) : 'gerade eben'
}
