import { classNames } from '#ui/dom/class-names.ts'
import { usePlaces, type Moving } from './use-places.ts'
import { useWaveCanvas } from './use-wave-canvas.ts'
import styles from './Waveform.module.css'

const SIZES = { bar: { bar: 2, gap: 1 }, large: { bar: 3, gap: 2 } }
const COLORS = ['--wave-played', '--wave-buffered', '--wave-rest'] as const
const HOVER_COLORS = [undefined, '--wave-hover', undefined] as const

interface WaveformProps {
  peaks: Uint8Array
  moving: Moving
  /**
   * The last position of the mouse pointer in percent. It stays while the highlighted part fades out after the pointer
   * has left.
   */
  hovered: number
  isHovered: boolean
  size: keyof typeof SIZES
}

/**
 * The waveform of a track. Its colours show what has been played, what is buffered, and the part to the left of the
 * mouse pointer.
 */
export function Waveform({ peaks, moving, hovered, isHovered, size }: WaveformProps) {
  const [canvas, show] = useWaveCanvas({ peaks, size: SIZES[size], colors: COLORS })
  const [hoverCanvas, showHover] = useWaveCanvas({ peaks, size: SIZES[size], colors: HOVER_COLORS })
  usePlaces(moving, ({ played, buffered }) => {
    show([played, Math.max(played, buffered)])
    if (isHovered) showHover([played, Math.max(played, hovered)])
  })
  return (
    <>
      <canvas ref={canvas} className={styles.canvas} aria-hidden />
      <canvas
        ref={hoverCanvas}
        className={classNames(styles.canvas, styles.hover, isHovered && styles.shown)}
        aria-hidden
      />
    </>
  )
}
