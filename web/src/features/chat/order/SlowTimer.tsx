import Timer from 'lucide-react/icons/timer'
import type { SlowMode } from './slow-mode.ts'
import styles from './Order.module.css'

const RADIUS = 16
const ROUND = 2 * Math.PI * RADIUS

/** Replaces the button „Senden“ while slow mode makes the member wait. */
export function SlowTimer({ seconds, wait }: SlowMode) {
  return (
    <span className={styles.timer} role="timer" aria-label={`Noch ${wait} Sekunden`}>
      <svg viewBox="0 0 36 36" aria-hidden>
        <circle cx="18" cy="18" r={RADIUS} />
        <circle cx="18" cy="18" r={RADIUS} strokeDasharray={`${(ROUND * wait) / seconds} ${ROUND}`} />
      </svg>
      {wait}
    </span>
  )
}

/** The line below the composer. Screen readers hear the start and the end of a wait only. */
export function SlowLine({ seconds, wait }: SlowMode) {
  return (
    <>
      <p className={styles.slow} aria-hidden={wait > 0}>
        <Timer className="icon" aria-hidden />
        {`Langsamer Modus: eine Nachricht alle ${seconds} Sekunden.`}
        {wait > 0 && ` Noch ${wait} s.`}
      </p>
      <output className="sr">
        {wait > 0
          ? `Langsamer Modus: eine Nachricht alle ${seconds} Sekunden.`
          : 'Du kannst wieder schreiben.'}
      </output>
    </>
  )
}
