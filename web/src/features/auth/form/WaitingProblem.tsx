import { useEffect, useEffectEvent } from 'react'
import { pauseOf, useCountdown } from './countdown.ts'

interface WaitingProblemProps {
  /** The server's text, with the initial number of seconds. */
  text: string
  seconds: number
  onOver: () => void
}

/** After too many attempts: the countdown is visible, while screen readers read the text once. */
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
