import { gainDb, TARGET_LUFS, type Leveling } from '#features/player/index.ts'
import { classNames } from '#ui/dom/class-names.ts'
import type { RecentSound } from './recent-sounds.ts'
import styles from './LoudnessFigure.module.css'

/** Size of the figure and height of the line for the target loudness, in units of its view box. */
const [WIDTH, HEIGHT, TARGET_HEIGHT] = [640, 128, 83]
const HEIGHT_PER_LU = 3.4
/** Width of a bar, as a share of the width of its column. */
const BAR_SHARE = 0.75

interface LoudnessFigureProps {
  sounds: readonly RecentSound[]
  leveling: Leveling
  /** The id of the current track, whose bar is highlighted. */
  currentId: string | undefined
}

/** A figure with the loudness of the tracks that were played last, as recorded and as played. */
export function LoudnessFigure({ sounds, leveling, currentId }: LoudnessFigureProps) {
  const column = WIDTH / sounds.length
  return (
    <figure className={styles.figure} aria-label="Acht Tracks vor und nach dem Angleichen">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {sounds.map(({ trackId, loudness }, index) => {
          const x = column * (index + (1 - BAR_SHARE) / 2)
          const [played, recorded] = [gainDb(loudness, leveling), 0].map((gain) =>
            heightOf(loudness.trackLufs + gain),
          )
          return (
            <g key={trackId}>
              <rect
                className={classNames(styles.played, trackId === currentId && styles.current)}
                x={x}
                y={HEIGHT - (played ?? 0)}
                width={column * BAR_SHARE}
                height={played}
              />
              <rect
                className={styles.recorded}
                x={x}
                y={HEIGHT - (recorded ?? 0)}
                width={column * BAR_SHARE}
                height={recorded}
              />
            </g>
          )
        })}
        <path className={styles.target} d={`M0 ${HEIGHT - TARGET_HEIGHT}h${WIDTH}`} />
      </svg>
      <figcaption className={styles.caption}>
        <span>
          <i /> angeglichen
        </span>
        <span>
          <i className={styles.outline} /> wie aufgenommen
        </span>
        <span className={styles.goal}>Ziel −{-TARGET_LUFS} LUFS</span>
      </figcaption>
    </figure>
  )
}

function heightOf(lufs: number): number {
  return Math.min(HEIGHT - 2, Math.max(2, TARGET_HEIGHT + (lufs - TARGET_LUFS) * HEIGHT_PER_LU))
}
