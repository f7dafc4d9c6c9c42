import styles from './CardGroove.module.css'

/** Distance of two bars, and the height of the drawing, in its own units. */
const STEP = 4
const HEIGHT = 24
/** Minimum of half the height of a bar. */
const LEAST = 0.75

interface CardGrooveProps {
  /** 0 to 255. */
  peaks: readonly number[] | undefined
  /** Position of the marker of the playback, in percent of the duration; undefined to show no marker. */
  at: number | undefined
  /** Percent of the duration up to which the track has played from the needle on; undefined if it does not play. */
  playedTo: number | undefined
}

/** The waveform of a card, with a needle at the shared second; a plain line while the peaks are not known. */
export function CardGroove({ peaks, at, playedTo }: CardGrooveProps) {
  const isPlayed = (bar: number, count: number) => {
    const place = ((bar + 0.5) / count) * 100
    return playedTo !== undefined && place >= (at ?? 0) && place <= playedTo
  }
  return (
    <div className={styles.groove} aria-hidden>
      {peaks ? (
        <svg viewBox={`0 0 ${peaks.length * STEP} ${HEIGHT}`} preserveAspectRatio="none">
          <path d={barsOf(peaks, (bar) => !isPlayed(bar, peaks.length))} />
          <path className={styles.played} d={barsOf(peaks, (bar) => isPlayed(bar, peaks.length))} />
        </svg>
      ) : (
        <span className={styles.line} />
      )}
      {at !== undefined && <span className={styles.needle} style={{ left: `${at}%` }} />}
    </div>
  )
}

function barsOf(peaks: readonly number[], isMeant: (bar: number) => boolean): string {
  return peaks
    .map((peak, bar) => {
      if (!isMeant(bar)) return ''
      const half = Math.max(LEAST, (peak / 255) * (HEIGHT / 2 - 1))
      return `M${bar * STEP + STEP / 2} ${(HEIGHT / 2 - half).toFixed(1)}v${(2 * half).toFixed(1)}`
    })
    .join('')
}
