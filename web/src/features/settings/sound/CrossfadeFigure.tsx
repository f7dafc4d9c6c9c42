import { fadeGain, type FadeDirection } from '#features/player/index.ts'
import styles from './CrossfadeFigure.module.css'

/** Size of the figure, and the top and the bottom of its curves, in units of its view box. */
const [WIDTH, HEIGHT, TOP, BOTTOM] = [640, 56, 6, 54]
const MIDDLE = WIDTH / 2
const WIDTH_PER_SECOND = 40
/** Number of points of a curve, and half of the gap that is drawn between tracks without a crossfade. */
const [POINTS, HALF_GAP] = [24, 1]

/** A figure that shows how two tracks overlap in a crossfade. */
export function CrossfadeFigure({ seconds }: { seconds: number }) {
  return (
    <svg className={styles.figure} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <path className={styles.before} d={`M0 ${BOTTOM}V${TOP}L${curve('out', seconds)}V${BOTTOM}Z`} />
      <path className={styles.after} d={`M${curve('in', seconds)}L${WIDTH} ${TOP}V${BOTTOM}Z`} />
      <path className={styles.ground} d={`M0 ${BOTTOM}.5h${WIDTH}`} />
    </svg>
  )
}

function curve(direction: FadeDirection, seconds: number): string {
  if (seconds === 0)
    return direction === 'out'
      ? `${MIDDLE - HALF_GAP} ${TOP}`
      : `${MIDDLE + HALF_GAP} ${BOTTOM}L${MIDDLE + HALF_GAP} ${TOP}`
  const from = MIDDLE - (seconds * WIDTH_PER_SECOND) / 2
  return Array.from({ length: POINTS + 1 }, (_, index) => {
    const share = index / POINTS
    const x = from + share * seconds * WIDTH_PER_SECOND
    return `${x} ${BOTTOM - fadeGain(direction, share) * (BOTTOM - TOP)}`
  }).join('L')
}
