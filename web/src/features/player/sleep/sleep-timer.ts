import { formatTime } from '#format.ts'

/** Minutes after which the music can stop. See docs/product.md §8.4. */
export const SLEEP_MINUTES = [15, 30, 45, 60] as const
/** Seconds in which the music becomes silent at the end. */
export const FADE_SECONDS = 5

/** When the music stops: at a time of the clock, in milliseconds, or at the end of the track that plays. */
export type SleepTimer = { type: 'clock'; setAt: number; endsAt: number } | { type: 'track' }

interface Moment {
  now: number
  positionSeconds: number
  /** 0 while it is not known. */
  durationSeconds: number
  rate: number
}

/** Seconds until the music stops. A pause delays the end of a track, but not a time of the clock. */
export function secondsLeft(timer: SleepTimer, moment: Moment): number {
  if (timer.type === 'clock') return Math.max(0, (timer.endsAt - moment.now) / 1000)
  return trackSecondsLeft(moment)
}

/** Seconds until the end of the track, at its speed. */
export function trackSecondsLeft({ positionSeconds, durationSeconds, rate }: Omit<Moment, 'now'>): number {
  if (durationSeconds <= 0) return Infinity
  return Math.max(0, durationSeconds - positionSeconds) / rate
}

/** The share of the volume this many seconds before the end. */
export function fadeAt(seconds: number): number {
  return Math.min(1, seconds / FADE_SECONDS)
}

/** The share of the time that is left, 0 to 100. */
export function percentLeft({ setAt, endsAt }: { setAt: number; endsAt: number }, seconds: number): number {
  return Math.min(100, Math.round((seconds * 100_000) / (endsAt - setAt)))
}

/** As the chip shows it: „23 Min.“, „42 Sek.“, for the end of a track „2:18“. */
export function formatLeft({ type }: SleepTimer, seconds: number): string {
  if (type === 'track') return formatTime(seconds)
  return seconds > 60 ? `${Math.ceil(seconds / 60)} Min.` : `${Math.ceil(seconds)} Sek.`
}

/** „23 Minuten“ */
export function leftInWords(seconds: number): string {
  const [count, unit] = seconds > 60 ? [Math.ceil(seconds / 60), 'Minute'] : [Math.ceil(seconds), 'Sekunde']
  return `${count} ${unit}${count === 1 ? '' : 'n'}`
}

/** „23:56“, „0:04“ */
export function formatClock(at: number): string {
  return new Date(at).toLocaleTimeString('de-DE', { hour: 'numeric', minute: '2-digit' })
}
