import { useEffect, useRef, useState } from 'react'
import { classNames } from '#ui/dom/class-names.ts'
import { announcementOf, countdownParts, countdownText, isSoon } from '../time/countdown.ts'
import styles from './Countdown.module.css'

interface CountdownProps {
  seconds: number
  /** Whether the last hour is shown large. */
  large?: boolean
}

/** The time until a premiere. Screen readers announce the last hour, ten minutes, the last minute and the opening. */
export function Countdown({ seconds, large = false }: CountdownProps) {
  return (
    <>
      <p
        className={classNames(styles.count, large && isSoon(seconds) && styles.large)}
        role="timer"
        aria-label={countdownText(seconds)}
      >
        {countdownParts(seconds).map(({ value, unit }) => (
          <span key={unit} aria-hidden>
            <b>{value}</b>
            <i>{unit}</i>
          </span>
        ))}
      </p>
      <Announcer seconds={seconds} />
    </>
  )
}

/** A live region that announces the time until a premiere to screen readers. */
export function Announcer({ seconds }: { seconds: number }) {
  const before = useRef(seconds)
  const [text, setText] = useState('')
  useEffect(() => {
    const announced = announcementOf(before.current, seconds)
    before.current = seconds
    if (announced !== undefined) setText(announced)
  }, [seconds])
  return <output className="sr">{text}</output>
}
