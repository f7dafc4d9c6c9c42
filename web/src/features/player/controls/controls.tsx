import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Repeat from 'lucide-react/icons/repeat'
import Repeat1 from 'lucide-react/icons/repeat-1'
import Shuffle from 'lucide-react/icons/shuffle'
import SkipBack from 'lucide-react/icons/skip-back'
import SkipForward from 'lucide-react/icons/skip-forward'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import styles from './controls.module.css'
import { isSounding } from '../engine/playback/player-state.ts'
import { getPlayer, usePlayer } from '../engine/player-instance.ts'
import { useIsLocked } from '../seek/LockedSeekBar.tsx'

interface ControlProps {
  className?: string | undefined
  iconClassName?: string | undefined
}

/** Whether the player has neither a track nor a queue. */
export function useIsIdle(): boolean {
  return usePlayer(({ status, order }) => status === 'empty' && order.queue.length === 0)
}

/** Whether the play button is disabled: there is nothing to play, or the account may not play the current track. */
function useIsSilent(): boolean {
  const isLocked = useIsLocked()
  return useIsIdle() || isLocked
}

/** Whether the player waits for the first sound of a track or for more data. */
export function useIsWaiting(): boolean {
  return usePlayer(({ status }) => status === 'loading' || status === 'buffering')
}

/** The round play button; while the player waits for sound, a ring turns around the button. */
export function PlayButton({ className }: ControlProps) {
  const isSoundingNow = usePlayer(({ status }) => isSounding(status))
  const isWaiting = useIsWaiting()
  const Icon = isSoundingNow ? Pause : Play
  const label = isSoundingNow ? 'Pause' : 'Abspielen'
  return (
    <button
      type="button"
      className={classNames(styles.play, isWaiting && styles.waiting, className)}
      aria-label={label}
      aria-busy={isWaiting || undefined}
      title={label}
      disabled={useIsSilent()}
      onClick={() => getPlayer().toggle()}
    >
      <Icon aria-hidden />
    </button>
  )
}

export function PreviousButton({ className, iconClassName }: ControlProps) {
  return (
    <IconButton
      label="Vorheriger Track"
      className={className}
      disabled={useIsIdle()}
      onClick={() => getPlayer().previous()}
    >
      <SkipBack className={classNames('icon', styles.solid, iconClassName)} aria-hidden />
    </IconButton>
  )
}

export function NextButton({ className, iconClassName }: ControlProps) {
  return (
    <IconButton
      label="Nächster Track"
      className={className}
      disabled={useIsIdle()}
      onClick={() => getPlayer().next()}
    >
      <SkipForward className={classNames('icon', styles.solid, iconClassName)} aria-hidden />
    </IconButton>
  )
}

export function ShuffleButton({ className }: ControlProps) {
  const isShuffled = usePlayer(({ order }) => order.isShuffled)
  return (
    <IconButton
      label="Shuffle"
      pressed={isShuffled}
      className={className}
      disabled={useIsSilent()}
      onClick={() => getPlayer().toggleShuffle()}
    >
      <Shuffle className="icon" aria-hidden />
    </IconButton>
  )
}

const REPEAT_LABELS = {
  off: 'Wiederholen: aus',
  all: 'Wiederholen: alle',
  one: 'Wiederholen: Track',
} as const

export function RepeatButton({ className }: ControlProps) {
  const repeat = usePlayer(({ order }) => order.repeat)
  const Icon = repeat === 'one' ? Repeat1 : Repeat
  return (
    <IconButton
      label={REPEAT_LABELS[repeat]}
      isOn={repeat !== 'off'}
      className={className}
      disabled={useIsSilent()}
      onClick={() => getPlayer().cycleRepeat()}
    >
      <Icon className="icon" aria-hidden />
    </IconButton>
  )
}
