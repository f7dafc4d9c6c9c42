import { useEffect, useState } from 'react'

/** Seconds until `end`, rounded up. Moments in milliseconds. */
export function secondsLeft(end: number, now: number): number {
  return Math.max(0, Math.ceil((end - now) / 1000))
}

/** Counts seconds down to zero, from the first number and from each that it is started with. */
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
