import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { formatTime } from '#format.ts'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './VoiceMessage.module.css'
import { changeRate, mountVoice, seekVoice, toggleVoice, useVoice, type Voice } from './voice-player.ts'
import { FLAT_PEAKS, WAVE_HEIGHT, wavePath, waveWidth } from './waveform.ts'

interface VoiceMessageProps extends Voice {
  peaks: readonly number[] | null | undefined
}

/** Seconds by which an arrow key seeks. */
const KEY_SECONDS = 2

/** A voice message: play and pause, its waveform as a seek bar, and the playback speed. */
export function VoiceMessage({ peaks, ...voice }: VoiceMessageProps) {
  const { address, duration } = voice
  const isCurrent = useVoice(({ current }) => current?.address === address)
  const position = useVoice((state) => (state.current?.address === address ? state.positionSeconds : 0))
  const [dragged, setDragged] = useState<number>()
  const at = Math.min(dragged ?? position, duration)
  const shown = formatTime(isCurrent || dragged !== undefined ? at : duration)
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => mountVoice(address), [address])
  useInView(row, isCurrent)
  return (
    <div className={styles.voice} ref={row}>
      <PlayVoice voice={voice} />
      <div className={styles.track}>
        <Wave peaks={peaks ?? FLAT_PEAKS} share={duration > 0 ? at / duration : 0} />
        <input
          type="range"
          className={styles.seek}
          aria-label="Position in der Sprachnachricht"
          aria-valuetext={`${formatTime(at)} von ${formatTime(duration)}`}
          min={0}
          max={duration}
          step={0.1}
          value={at}
          onKeyDown={(event) => {
            const step = { ArrowLeft: -KEY_SECONDS, ArrowRight: KEY_SECONDS }[event.key]
            if (step === undefined) return
            event.preventDefault()
            void seekVoice(voice, Math.min(Math.max(0, at + step), duration))
          }}
          onChange={({ currentTarget }) => setDragged(currentTarget.valueAsNumber)}
          onPointerUp={({ currentTarget }) => {
            setDragged(undefined)
            void seekVoice(voice, currentTarget.valueAsNumber)
          }}
          onPointerCancel={() => setDragged(undefined)}
        />
      </div>
      <span className={styles.time}>{shown}</span>
      <Rate />
    </div>
  )
}

/** The button that plays and pauses a voice message. */
export function PlayVoice({ voice }: { voice: Voice }) {
  const isPlaying = useVoice(({ current, isPlaying }) => isPlaying && current?.address === voice.address)
  const name = voice.from === undefined ? 'Sprachnachricht' : `Sprachnachricht von ${voice.from}`
  return (
    <button
      type="button"
      className={classNames(styles.play, isPlaying && styles.playing)}
      aria-label={`${name} ${isPlaying ? 'anhalten' : 'abspielen'}`}
      onClick={() => toggleVoice(voice)}
    >
      {isPlaying ? <Pause className="icon" aria-hidden /> : <Play className="icon" aria-hidden />}
    </button>
  )
}

/** The speed of all voice messages, and a button that changes it. */
function Rate() {
  const rate = useVoice((voice) => voice.rate)
  const shown = rate.toLocaleString('de-DE')
  return (
    <button
      type="button"
      className={styles.rate}
      aria-label={`Geschwindigkeit: ${shown}-fach. Ändern`}
      onClick={changeRate}
    >
      {shown}×
    </button>
  )
}

/** Records whether the current voice message is visible. */
function useInView(row: RefObject<HTMLElement | null>, isCurrent: boolean): void {
  useEffect(() => {
    if (!isCurrent || !row.current) return undefined
    const observer = new IntersectionObserver(([entry]) =>
      useVoice.setState({ isInView: entry?.isIntersecting === true }),
    )
    observer.observe(row.current)
    return () => observer.disconnect()
  }, [row, isCurrent])
}

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
