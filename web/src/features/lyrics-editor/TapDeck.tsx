import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Undo from 'lucide-react/icons/undo-2'
import { useEffect, useId, useRef, useState } from 'react'
import { getPlayer, isSounding, usePlayer } from '#features/player/index.ts'
import type { Track } from '#features/tracks/index.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Switch } from '#ui/components/controls/Switch.tsx'
import { ToggleGroup } from '#ui/components/controls/ToggleGroup.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { DeckWave } from './DeckWave.tsx'
import { restOf } from './draft.ts'
import styles from './TapDeck.module.css'
import { nextTap, tapped, untapped, type Edit, type NextTap, type TapMode } from './tapping.ts'
import { timeText } from './time-text.ts'
import type { ChangeDraft } from './use-lyrics-edit.ts'
import { useTapKeys } from './use-tap-keys.ts'
import type { TrackPlayback } from './use-track-playback.ts'

/**
 * Seconds by which the left arrow key seeks back. After an undone tap, playback resumes this long before the removed
 * time.
 */
const BACK_SECONDS = 3
const SPEEDS = [
  { value: '0.5', label: '0,5' },
  { value: '0.75', label: '0,75' },
  { value: '1', label: '1×' },
] as const
/** Milliseconds for which the button looks pressed after a tap. */
const SINKS_FOR = 80

interface TapDeckProps {
  track: Track
  playback: TrackPlayback
  edit: Edit
  offsetMs: number
  change: ChangeDraft
}

/** The controls with which an admin sets times during playback. Each press sets the start of the next line or word. */
export function TapDeck({ track, playback, edit, offsetMs, change }: TapDeckProps) {
  const headingId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [mode, setMode] = useState<TapMode>('lines')
  const next = nextTap(edit, mode)
  const isPlaying = usePlayer((state) => state.track?.id === track.id && isSounding(state.status))

  const tap = () => {
    sink(button.current)
    // If another track or none is the current one, the first press starts this track.
    if (!playback.isCurrent()) playback.toggle()
    else if (next) {
      const atMs = playback.seconds() * 1000 - offsetMs
      change((now) => tapped(now, atMs, mode))
    }
  }
  const untap = () => {
    const back = untapped(edit)
    if (back === undefined) return
    change(() => back.edit)
    playback.seek(back.atMs / 1000 - BACK_SECONDS)
  }
  const goBack = () => playback.seek(playback.seconds() - BACK_SECONDS)
  useTapKeys({ onTap: tap, onUntap: untap, onBack: goBack })

  return (
    <Surface as="section" className={styles.deck} aria-labelledby={headingId}>
      <div className={styles.top}>
        <h2 id={headingId}>Mittippen</h2>
        <Switch checked={mode === 'words'} onChange={(isOn) => setMode(isOn ? 'words' : 'lines')}>
          Wörter
        </Switch>
        <TapTime playback={playback} isPlaying={isPlaying} />
      </div>
      <DeckWave track={track} playback={playback} lines={edit.lines} />
      <div className={styles.next} aria-live="polite">
        <NextLine edit={edit} next={next} />
      </div>
      <button
        ref={button}
        type="button"
        className={styles.hit}
        aria-keyshortcuts="Space"
        aria-disabled={next === undefined || undefined}
        onClick={tap}
      >
        {mode === 'words' ? 'Wort beginnt jetzt' : 'Zeile beginnt jetzt'}
        <kbd>Leertaste</kbd>
      </button>
      <div className={styles.row}>
        <IconButton
          label="Letzte Zeit zurücknehmen"
          aria-disabled={edit.taps.length === 0 || undefined}
          onClick={untap}
        >
          <Undo className="icon" aria-hidden />
        </IconButton>
        <IconButton label="3 Sekunden zurück" onClick={goBack}>
          <RotateCcw className="icon" aria-hidden />
        </IconButton>
        <IconButton
          label={isPlaying ? 'Anhalten' : 'Track abspielen'}
          className={styles.play}
          onClick={playback.toggle}
        >
          {isPlaying ? <Pause className="icon" aria-hidden /> : <Play className="icon" aria-hidden />}
        </IconButton>
        <Speed />
      </div>
      <p className={styles.hint}>
        Leertaste setzt die nächste Zeile, Rücktaste nimmt die letzte zurück, ← springt 3 Sekunden.
      </p>
    </Surface>
  )
}

/** Playback rates at which single words can be tapped. The menu of the player has other rates. */
function Speed() {
  const rate = usePlayer((state) => state.rate)
  return (
    <div className={styles.speed}>
      <ToggleGroup
        label="Tempo"
        value={SPEEDS.find(({ value }) => Number(value) === rate)?.value}
        options={SPEEDS}
        onChange={(value) => getPlayer().setRate(Number(value))}
      />
    </div>
  )
}

function sink(button: HTMLElement | null): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  button?.animate([{ translate: '0 2px' }, { translate: '0 2px' }], SINKS_FOR)
}

/** The line whose time the next press sets. In word mode, the words that already have a time are highlighted. */
function NextLine({ edit, next }: { edit: Edit; next: NextTap | undefined }) {
  const line = next && edit.lines[next.index]
  if (!line) return <p className={styles.line}>Alle Zeilen haben eine Zeit</p>
  const rest = next.word === undefined ? line.text : restOf(line)
  return (
    <>
      <p className={styles.label}>Als Nächstes, Zeile {next.index + 1}</p>
      <p className={classNames(styles.line, line.text === '' && styles.pause)}>
        {line.text === '' ? (
          'Pause'
        ) : (
          <span lang="">
            <span className={styles.sung}>{line.text.slice(0, line.text.length - rest.length)}</span>
            {rest}
          </span>
        )}
      </p>
    </>
  )
}

/** The current position with hundredths of a second, which is updated in each animation frame during playback. */
function TapTime({ playback, isPlaying }: { playback: TrackPlayback; isPlaying: boolean }) {
  const whole = useRef<HTMLSpanElement>(null)
  const hundredths = useRef<HTMLElement>(null)
  const seconds = usePlayer(({ positionSeconds }) => (playback.isCurrent() ? positionSeconds : 0))
  useEffect(() => {
    let frame: number | undefined
    const draw = () => {
      const [before = '', after = ''] = timeText((isPlaying ? playback.seconds() : seconds) * 1000).split(',')
      if (whole.current) whole.current.textContent = before
      if (hundredths.current) hundredths.current.textContent = `,${after}`
      if (isPlaying) frame = requestAnimationFrame(draw)
    }
    draw()
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
    }
  }, [playback, isPlaying, seconds])
  return (
    <p className={styles.time} role="timer" aria-label="Position">
      <span ref={whole}>0:00</span>
      <small ref={hundredths}>,00</small>
    </p>
  )
}
