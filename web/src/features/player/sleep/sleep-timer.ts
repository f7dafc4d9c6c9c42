import { formatTime } from '#format.ts'

/** The choices of the sleep timer, in minutes. See docs/product.md §8.4. */
export const SLEEP_MINUTES = [15, 30, 45, 60] as const
/** Seconds in which the sound fades out at the end of the timer. */
export const FADE_SECONDS = 5

/**
 * When the sleep timer stops the music: at a time (`endsAt`, milliseconds since 1970), or at the end of the current
 * track.
 */
export type SleepTimer = { type: 'clock'; setAt: number; endsAt: number } | { type: 'track' }

interface Moment {
  now: number
  positionSeconds: number
  /** 0 while the duration is not known. */
  durationSeconds: number
  rate: number
}

/**
 * Seconds until the timer stops the music. While paused, the end of a track moves further away; a fixed time does not.
 */
export function secondsLeft(timer: SleepTimer, moment: Moment): number {
  if (timer.type === 'clock') return Math.max(0, (timer.endsAt - moment.now) / 1000)
  return trackSecondsLeft(moment)
}

/** Seconds until the end of the track at its playback rate; Infinity while its duration is not known. */
export function trackSecondsLeft({ positionSeconds, durationSeconds, rate }: Omit<Moment, 'now'>): number {
  if (durationSeconds <= 0) return Infinity
  return Math.max(0, durationSeconds - positionSeconds) / rate
}

/** The share of the volume (0 to 1) at this many seconds before the timer stops the music. */
export function fadeAt(seconds: number): number {
  return Math.min(1, seconds / FADE_SECONDS)
}

/** The percentage of the timer's time that is left, 0 to 100. */
export function percentLeft({ setAt, endsAt }: { setAt: number; endsAt: number }, seconds: number): number {
  return Math.min(100, Math.round((seconds * 100_000) / (endsAt - setAt)))
}

/** The remaining time as the chip shows it: „23 Min.“ or „42 Sek.“; „2:18“ if the timer ends with the track. */
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
