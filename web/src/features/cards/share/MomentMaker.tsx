import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import { useEffect, useMemo } from 'react'
import { secondIn } from '#features/moments/index.ts'
import { usePlayer, useWaveCanvas } from '#features/player/index.ts'
import { decodeWaveform, useTrackSound } from '#features/track-sound/index.ts'
import { formatTime } from '#format.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Slider } from '#ui/components/controls/Slider.tsx'
import styles from './MomentMaker.module.css'
import { usePreview } from './use-preview.ts'

const SIZE = { bar: 3, gap: 2 }
const COLORS = ['--color-accent', '--color-fg-faint'] as const

interface MomentMakerProps {
  trackId: string
  durationSeconds: number
  second: number
  onChange: (second: number) => void
}

/** Chooses the second of a moment on the waveform: arrows by a second, Page Up and Page Down by a tenth. */
export function MomentMaker({ trackId, durationSeconds, second, onChange }: MomentMakerProps) {
  const waveform = useTrackSound(trackId)?.waveform
  const peaks = useMemo(
    () => (typeof waveform === 'string' ? decodeWaveform(waveform) : undefined),
    [waveform],
  )
  const isCurrent = usePlayer(({ track }) => track?.id === trackId)
  const { isPreviewing, toggle } = usePreview(trackId)
  const at = (second / durationSeconds) * 100
  const step = (by: number) => onChange(secondIn(durationSeconds, second + by))
  const time = formatTime(second)
  return (
    <div>
      <div className={styles.maker}>
        {peaks ? <Wave peaks={peaks} at={at} /> : <span className={styles.line} aria-hidden />}
        <span className={styles.needle} style={{ left: `${at}%` }} aria-hidden />
        <Slider
          label="Sekunde des Moments"
          value={second}
          max={secondIn(durationSeconds, durationSeconds)}
          step={1}
          keyStep={1}
          valueText={`${time} von ${formatTime(durationSeconds)}`}
          className={styles.slider}
          onChange={onChange}
        />
      </div>
      <div className={styles.tools}>
        <Button kind="ghost" small aria-label="−1 s: eine Sekunde früher" onClick={() => step(-1)}>
          −1 s
        </Button>
        <span className={styles.time} aria-hidden>
          {time}
        </span>
        <Button kind="ghost" small aria-label="+1 s: eine Sekunde später" onClick={() => step(1)}>
          +1 s
        </Button>
        {isCurrent && (
          <Button small className={styles.preview} onClick={() => toggle(second)}>
            {isPreviewing ? (
              <Square className={`icon icon-small ${styles.solid}`} aria-hidden />
            ) : (
              <Play className={`icon icon-small ${styles.solid}`} aria-hidden />
            )}
            {isPreviewing ? 'Zurück' : 'Ab hier anhören'}
          </Button>
        )}
      </div>
    </div>
  )
}

function Wave({ peaks, at }: { peaks: Uint8Array; at: number }) {
  const [canvas, show] = useWaveCanvas({ peaks, size: SIZE, colors: COLORS })
  useEffect(() => show([at]), [show, at])
  return <canvas ref={canvas} className={styles.wave} aria-hidden />
}
