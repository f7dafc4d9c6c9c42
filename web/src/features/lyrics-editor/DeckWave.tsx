import { memo, useEffect, useMemo, type CSSProperties } from 'react'
import { useVisiblePlayer, useWaveCanvas } from '#features/player/index.ts'
import { decodeWaveform, useTrackSound } from '#features/track-sound/index.ts'
import type { Track } from '#features/tracks/index.ts'
import { formatTime } from '#format.ts'
import { Slider } from '#ui/components/controls/Slider.tsx'
import type { DraftLine } from './draft.ts'
import styles from './DeckWave.module.css'
import type { TrackPlayback } from './use-track-playback.ts'

/** Seconds of the track that are visible at a time, and the seconds by which the visible part moves on. */
const SHOWN = 40
const STEP = 20

const BARS = { bar: 3, gap: 2 }
const COLORS = ['--wave-played', '--wave-rest'] as const

/** The part of a track that is displayed around a position, in seconds. */
function partAround(seconds: number, duration: number): { from: number; to: number } {
  if (duration <= SHOWN) return { from: 0, to: duration }
  const from = Math.floor(seconds / STEP) * STEP - (SHOWN - STEP) / 2
  const start = Math.min(Math.max(0, from), duration - SHOWN)
  return { from: start, to: start + SHOWN }
}

interface DeckWaveProps {
  track: Track
  playback: TrackPlayback
  lines: readonly DraftLine[]
}

/** The part of the waveform around the position, with the numbers of the lyrics' lines at the times when they begin. */
export function DeckWave({ track, playback, lines }: DeckWaveProps) {
  const waveform = useTrackSound(track.id)?.waveform
  const peaks = useMemo(
    () => (typeof waveform === 'string' ? decodeWaveform(waveform) : undefined),
    [waveform],
  )
  const isCurrent = useVisiblePlayer((state) => state.track?.id === track.id)
  const position = useVisiblePlayer(({ positionSeconds }) => positionSeconds)
  const known = useVisiblePlayer(({ durationSeconds }) => durationSeconds)
  const duration = isCurrent && known > 0 ? known : track.durationSeconds
  const seconds = isCurrent ? position : 0
  const { from, to } = partAround(seconds, duration)
  const length = Math.max(to - from, 0.01)
  const part = useMemo(() => {
    const at = (second: number) => Math.round((second / duration) * (peaks?.length ?? 0))
    return duration > 0 ? peaks?.slice(at(from), Math.max(at(to), at(from) + 1)) : undefined
  }, [peaks, duration, from, to])
  const played = Math.min(100, Math.max(0, ((seconds - from) / length) * 100))
  const style: CSSProperties & Record<'--played', string> = { '--played': `${played}%` }
  return (
    <div className={styles.wave} style={style}>
      {part && <PartOfWave peaks={part} played={played} />}
      <LineMarks {...{ lines, from, to }} />
      <span className={styles.place} aria-hidden>
        <span className={styles.needle} />
      </span>
      <Slider
        label="Position"
        value={seconds}
        min={from}
        max={to}
        step={0.01}
        keyStep={1}
        valueText={`${formatTime(seconds)} von ${formatTime(duration)}`}
        disabled={!isCurrent}
        className={styles.slider}
        onChange={(second) => playback.seek(second)}
      />
    </div>
  )
}

function PartOfWave({ peaks, played }: { peaks: Uint8Array; played: number }) {
  const [canvas, show] = useWaveCanvas({ peaks, size: BARS, colors: COLORS })
  useEffect(() => show([played]), [show, played])
  return <canvas ref={canvas} className={styles.canvas} aria-hidden />
}

interface LineMarksProps {
  lines: readonly DraftLine[]
  from: number
  to: number
}

const LineMarks = memo(({ lines, from, to }: LineMarksProps) => (
  <span className={styles.marks} aria-hidden>
    {lines.map(({ key, startMs = -1 }, index) => {
      const at = (startMs / 1000 - from) / (to - from)
      if (startMs < 0 || at < 0 || at > 1) return null
      const style: CSSProperties & Record<'--at', string> = { '--at': `${at * 100}%` }
      return (
        <i key={key} style={style}>
          {index + 1}
        </i>
      )
    })}
  </span>
))
