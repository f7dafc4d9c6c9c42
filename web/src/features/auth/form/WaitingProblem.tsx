import { useEffect, useEffectEvent } from 'react'
import { pauseOf, useCountdown } from './countdown.ts'

interface WaitingProblemProps {
  /** The server's error text, which contains the initial number of seconds. */
  text: string
  seconds: number
  onOver: () => void
}

/** The error after too many attempts. A countdown is visible; screen readers announce the initial text once. */
export function WaitingProblem({ text, seconds, onOver }: WaitingProblemProps) {
  const { left } = useCountdown(seconds)
  const over = useEffectEvent(onOver)
  useEffect(() => {
    if (left === 0) over()
  }, [left])
  return (
    <>
      <span className="sr">{text}</span>
      <span aria-hidden>Zu viele Versuche. Bitte versuche es in {pauseOf(left)} erneut.</span>
    </>
  )
}
