import Timer from 'lucide-react/icons/timer'
import { useEffect, useEffectEvent } from 'react'
import { Notice } from '#ui/components/content/Notice.tsx'
import { pauseOf, useCountdown } from '../form/countdown.ts'

interface TooManyCodesProps {
  seconds: number
  onOver: () => void
}

/** Says how long no code is accepted. A passkey and a recovery code are not affected. */
export function TooManyCodes({ seconds, onOver }: TooManyCodesProps) {
  const { left } = useCountdown(seconds)
  const over = useEffectEvent(onOver)
  useEffect(() => {
    if (left === 0) over()
  }, [left])
  return (
    <Notice kind="warning" icon={<Timer className="icon" aria-hidden />}>
      <p>
        Zu viele Versuche. <span className="sr">In {pauseOf(seconds)} geht es weiter.</span>
        <span aria-hidden>
          In <b>{pauseOf(left)}</b> geht es weiter.
        </span>
      </p>
      <p>Ein Passkey oder ein Wiederherstellungscode geht auch jetzt.</p>
    </Notice>
  )
}
