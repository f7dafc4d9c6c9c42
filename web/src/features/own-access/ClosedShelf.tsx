import { formatNumber } from '#format.ts'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { useId, type CSSProperties, type ReactNode } from 'react'
import styles from './ClosedShelf.module.css'

/**
 * Widths and tones of the spines, drawn once at random. They are the same for every member and every archive, and have
 * nothing to do with the albums behind them.
 */
const WIDTHS = [14, 16, 18, 20, 9, 12, 24, 14, 10, 11, 9, 9, 20, 12, 9, 10]
const CLOSED_SPINES = Array.from({ length: 160 }, (_, index) => ({
  width: WIDTHS[index % WIDTHS.length] ?? 9,
  tone: (index * 4) % 5,
}))

const toneOf = (tone: number): CSSProperties & Record<'--tone', number> => ({ '--tone': tone })

interface ClosedShelfProps {
  /** Number of albums that the keys of the member do not open. */
  count: number
  /** The button that asks for another key. */
  action: ReactNode
}

/** The albums that are closed to a member: a shelf of grey spines without titles, behind a paper band. */
export function ClosedShelf({ count, action }: ClosedShelfProps) {
  const id = useId()
  return (
    <section className={styles.shelf} aria-labelledby={id}>
      <div className={styles.spines} aria-hidden>
        {CLOSED_SPINES.map(({ width, tone }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- fixed positions
          <i key={index} style={{ width, ...toneOf(tone) }} />
        ))}
      </div>
      <div className={styles.band}>
        <LockKeyhole className="icon" aria-hidden />
        <span id={id} className={styles.text}>
          {count === 1
            ? '1 weiteres Album öffnet dein Schlüssel nicht'
            : `${formatNumber(count)} weitere Alben öffnet dein Schlüssel nicht`}
        </span>
        {action}
      </div>
    </section>
  )
}
