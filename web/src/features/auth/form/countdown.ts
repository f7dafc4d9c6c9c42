import { useEffect, useState } from 'react'

/** Seconds until `end`, rounded up. `end` and `now` are in milliseconds on the same clock. */
export function secondsLeft(end: number, now: number): number {
  return Math.max(0, Math.ceil((end - now) / 1000))
}

/** Counts down from `first` seconds to zero; each call of the returned `start` begins another countdown. */
export function useCountdown(first = 0) {
  const [end, setEnd] = useState(() => (first === 0 ? 0 : performance.now() + first * 1000))
  const [left, setLeft] = useState(first)
  useEffect(() => {
    if (end === 0) return undefined
    const timer = setInterval(() => {
      const seconds = secondsLeft(end, performance.now())
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [end])
  const start = (seconds: number) => {
    setEnd(performance.now() + seconds * 1000)
    setLeft(seconds)
  }
  return { left, start }
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** A remaining time in words: „8 Sekunden“, „14:59 Minuten“, „23 Stunden und 59 Minuten“. */
export function pauseOf(seconds: number): string {
  if (seconds < 2 * MINUTE) return seconds === 1 ? '1 Sekunde' : `${seconds} Sekunden`
  if (seconds < HOUR) {
    return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')} Minuten`
  }
  const minutes = Math.ceil(seconds / MINUTE)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const whole = hours === 1 ? '1 Stunde' : `${hours} Stunden`
  return rest === 0 ? whole : `${whole} und ${rest === 1 ? '1 Minute' : `${rest} Minuten`}`
}
