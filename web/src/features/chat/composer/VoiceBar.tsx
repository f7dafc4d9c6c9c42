import SendHorizontal from 'lucide-react/icons/send-horizontal'
import Square from 'lucide-react/icons/square'
import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useEffectEvent } from 'react'
import { formatTime } from '#format.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import styles from './Composer.module.css'
import { OVER_THE_PAGE } from './use-typing-anywhere.ts'
import { nearEnd, WAVE_LENGTH, type VoiceState } from '../voice/voice-draft.ts'
import { VoiceMessage, Wave } from '../voice/VoiceMessage.tsx'

interface VoiceBarProps {
  voice: Exclude<VoiceState, { kind: 'none' }>
  onDiscard: () => void
  onStop: () => void
  onSend: () => void
}

/** Replaces the text field from the start of a recording until it is sent or discarded. */
export function VoiceBar({ voice, onDiscard, onStop, onSend }: VoiceBarProps) {
  const isRunning = voice.kind !== 'recorded'
  const end = voice.kind === 'recording' ? nearEnd(voice.seconds) : undefined
  useEscape(isRunning, onDiscard)
  return (
    <fieldset
      className={classNames(styles.box, styles.recording)}
      aria-label={isRunning ? 'Aufnahme' : 'Aufgenommene Sprachnachricht'}
    >
      <IconButton label="Aufnahme verwerfen" onClick={onDiscard} data-takes-focus={isRunning || undefined}>
        <Trash2 className="icon" aria-hidden />
      </IconButton>
      {voice.kind === 'recorded' ? (
        <span className={styles.recorded}>
          <VoiceMessage
            address={voice.media.address}
            duration={voice.media.duration ?? 0}
            peaks={voice.media.peaks}
          />
        </span>
      ) : (
        <>
          <span className={styles['recording-dot']} aria-hidden />
          <span className={styles['recording-time']} role="timer">
            {formatTime(voice.kind === 'recording' ? voice.seconds : 0)}
          </span>
          {end && <span className={styles['recording-end']}>{end.shown}</span>}
          <span className={styles.levels}>
            <Wave peaks={padded(voice.kind === 'recording' ? voice.levels : [])} share={1} />
          </span>
          <output className="sr">
            {end?.announcement ??
              (voice.kind === 'recording' ? 'Aufnahme läuft' : 'Das Mikrofon wird geöffnet')}
          </output>
          <IconButton label="Aufnahme anhalten" onClick={onStop} disabled={voice.kind === 'starting'}>
            <Square className="icon" aria-hidden />
          </IconButton>
        </>
      )}
      <Button
        kind="primary"
        className={styles['send-voice']}
        aria-label={isRunning ? 'Stopp und senden' : 'Senden'}
        disabled={voice.kind === 'starting'}
        data-takes-focus={!isRunning || undefined}
        onClick={onSend}
      >
        <SendHorizontal className="icon icon-small" aria-hidden />
        <span>{isRunning ? 'Stopp und senden' : 'Senden'}</span>
      </Button>
    </fieldset>
  )
}

/** Esc discards a running recording, wherever the focus is; an overlay is closed first. */
function useEscape(isRunning: boolean, onEscape: () => void): void {
  const escaped = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isRunning) return undefined
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(OVER_THE_PAGE)) return
      event.preventDefault()
      escaped()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [isRunning])
}

/** The levels in fixed length, padded with silence at the beginning. */
function padded(levels: readonly number[]): readonly number[] {
  return [...Array<number>(Math.max(0, WAVE_LENGTH - levels.length)).fill(0), ...levels]
}
