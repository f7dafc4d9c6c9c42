import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useState } from 'react'
import { formatTime } from '#format.ts'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './VoiceMessage.module.css'
import { changeRate, seekVoice, toggleVoice, useVoice } from './voice-player.ts'
import { FLAT_PEAKS, WAVE_HEIGHT, wavePath, waveWidth } from './waveform.ts'

interface VoiceMessageProps {
  /** The name of the author; undefined for an unsent message. */
  from?: string | undefined
  address: string
  /** Seconds. */
  duration: number
  peaks: readonly number[] | null | undefined
}

/** Seconds by which an arrow key seeks. */
const KEY_SECONDS = 2

/** A voice message: play and pause, its waveform as a seek bar, and the playback speed. */
export function VoiceMessage({ from, address, duration, peaks }: VoiceMessageProps) {
  const isCurrent = useVoice((voice) => voice.address === address)
  const isPlaying = useVoice((voice) => voice.address === address && voice.isPlaying)
  const position = useVoice((voice) => (voice.address === address ? voice.positionSeconds : 0))
  const rate = useVoice((voice) => voice.rate)
  const [dragged, setDragged] = useState<number>()
  const at = Math.min(dragged ?? position, duration)
  const name = from === undefined ? 'Sprachnachricht' : `Sprachnachricht von ${from}`
  const shown = formatTime(isCurrent || dragged !== undefined ? at : duration)
  return (
    <div className={styles.voice}>
      <button
        type="button"
        className={styles.play}
        aria-label={`${name} ${isPlaying ? 'anhalten' : 'abspielen'}`}
        onClick={() => toggleVoice(address)}
      >
        {isPlaying ? <Pause className="icon" aria-hidden /> : <Play className="icon" aria-hidden />}
      </button>
      <div className={styles.track}>
        <Wave peaks={peaks ?? FLAT_PEAKS} share={duration > 0 ? at / duration : 0} />
        <input
          type="range"
          className={styles.seek}
          aria-label="Stelle in der Sprachnachricht"
          aria-valuetext={`${formatTime(at)} von ${formatTime(duration)}`}
          min={0}
          max={duration}
          step={0.1}
          value={at}
          onKeyDown={(event) => {
            const step = { ArrowLeft: -KEY_SECONDS, ArrowRight: KEY_SECONDS }[event.key]
            if (step === undefined) return
            event.preventDefault()
            void seekVoice(address, Math.min(Math.max(0, at + step), duration))
          }}
          onChange={({ currentTarget }) => setDragged(currentTarget.valueAsNumber)}
          onPointerUp={({ currentTarget }) => {
            setDragged(undefined)
            void seekVoice(address, currentTarget.valueAsNumber)
          }}
          onPointerCancel={() => setDragged(undefined)}
        />
      </div>
      <span className={styles.time}>{shown}</span>
      {isCurrent && (
        <button
          type="button"
          className={styles.rate}
          aria-label={`Geschwindigkeit ${formatRate(rate)}`}
          onClick={changeRate}
        >
          {formatRate(rate)}
        </button>
      )}
    </div>
  )
}

const formatRate = (rate: number) => `${rate.toLocaleString('de-DE')}×`

/** The waveform; the played part has the accent colour. */
export function Wave({
  peaks,
  share,
  className,
}: {
  peaks: readonly number[]
  share: number
  className?: string | undefined
}) {
  const width = waveWidth(peaks.length)
  const path = wavePath(peaks)
  return (
    <svg
      className={classNames(styles.wave, className)}
      viewBox={`0 0 ${Math.max(1, width)} ${WAVE_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path d={path} />
      <path
        className={styles.played}
        d={path}
        style={{
          clipPath: `inset(0 ${(1 - Math.min(1, Math.max(0, share))) * 100}% 0 0)`,
          transformBox: 'view-box',
        }}
      />
    </svg>
  )
}
