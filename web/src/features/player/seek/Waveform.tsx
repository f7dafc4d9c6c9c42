import { useMemo } from 'react'
import { classNames } from '#ui/dom/class-names.ts'
import { useWaveCanvas } from './use-wave-canvas.ts'
import styles from './Waveform.module.css'

const SIZES = { bar: { bar: 2, gap: 1 }, large: { bar: 3, gap: 2 } }
const COLORS = ['--wave-played', '--wave-buffered', '--wave-rest'] as const
const HOVER_COLORS = [undefined, '--wave-hover', undefined] as const

interface WaveformProps {
  peaks: Uint8Array
  /** Percent. */
  played: number
  buffered: number
  /** The last place of the pointer, also while `isHovered` is false and its colour fades. */
  hovered: number
  isHovered: boolean
  size: keyof typeof SIZES
}

/** The peaks of a track in the colours of what has played, what is loaded and what a press would play up to. */
export function Waveform({ peaks, played, buffered, hovered, isHovered, size }: WaveformProps) {
  const canvas = useWaveCanvas({
    peaks,
    size: SIZES[size],
    colors: COLORS,
    places: useMemo(() => [played, Math.max(played, buffered)], [played, buffered]),
  })
  const hover = useWaveCanvas({
    peaks,
    size: SIZES[size],
    colors: HOVER_COLORS,
    places: useMemo(() => [played, Math.max(played, hovered)], [played, hovered]),
  })
  return (
    <>
      <canvas ref={canvas} className={styles.canvas} aria-hidden />
      <canvas
        ref={hover}
        className={classNames(styles.canvas, styles.hover, isHovered && styles.shown)}
        aria-hidden
      />
    </>
  )
}
