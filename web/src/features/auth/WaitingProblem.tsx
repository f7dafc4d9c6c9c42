import { useEffect, useEffectEvent } from 'react'
import { pauseOf, useCountdown } from './countdown.ts'

interface WaitingProblemProps {
  /** The server’s sentence, with the seconds it began with. */
  text: string
  seconds: number
  onOver: () => void
}

/** Too many tries: the seconds run for the eye, the sentence is read out once. */
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
