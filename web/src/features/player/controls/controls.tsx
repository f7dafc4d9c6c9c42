import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Repeat from 'lucide-react/icons/repeat'
import Repeat1 from 'lucide-react/icons/repeat-1'
import Shuffle from 'lucide-react/icons/shuffle'
import SkipBack from 'lucide-react/icons/skip-back'
import SkipForward from 'lucide-react/icons/skip-forward'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import { use } from 'react'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import styles from './controls.module.css'
import { isSounding } from '../engine/playback/player-state.ts'
import { getPlayer, usePlayer } from '../engine/player-instance.ts'
import { useIsLocked } from '../seek/LockedSeekBar.tsx'
import { PlayerRoomContext } from '../engine/player-room.ts'

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

/**
 * What the play button shows, and whether it does nothing. Without the right to play for all in a listening room it
 * stops only the sound of this tab; in a premiere it mutes that sound.
 */
export function usePlayLook() {
  const room = use(PlayerRoomContext)
  const isSoundingNow = usePlayer(({ status }) => isSounding(status))
  const isMuted = usePlayer((state) => state.isMuted)
  if (room?.isPremiere === true)
    return isMuted || room.isStopped
      ? { label: 'Ton an', Icon: VolumeX, isInert: false }
      : { label: 'Ton aus', Icon: Volume2, isInert: false }
  if (isSoundingNow)
    return { label: room?.mayPlay === false ? 'Bei mir anhalten' : 'Pause', Icon: Pause, isInert: false }
  return { label: 'Abspielen', Icon: Play, isInert: room?.mayPlay === false && !room.isStopped }
}

/** The round play button; while the player waits for sound, a ring turns around the button. */
export function PlayButton({ className }: ControlProps) {
  const { label, Icon, isInert } = usePlayLook()
  const isWaiting = useIsWaiting()
  return (
    <button
      type="button"
      className={classNames(styles.play, isWaiting && styles.waiting, className)}
      aria-label={label}
      aria-busy={isWaiting || undefined}
      aria-disabled={isInert || undefined}
      title={label}
      disabled={useIsSilent()}
      onClick={() => {
        if (!isInert) getPlayer().toggle()
      }}
    >
      <Icon aria-hidden />
    </button>
  )
}

interface SkipButtonProps extends ControlProps {
  label: string
  Icon: typeof SkipBack
  onPress: () => void
}

/** In a listening room it needs the right to steer; in a premiere there is none. */
function SkipButton({ label, Icon, className, iconClassName, onPress }: SkipButtonProps) {
  const room = use(PlayerRoomContext)
  const isIdle = useIsIdle()
  if (room?.isPremiere === true) return null
  const isBlocked = room?.maySteer === false
  return (
    <IconButton
      label={label}
      className={classNames(isBlocked && styles.blocked, className)}
      disabled={isIdle}
      aria-disabled={isBlocked || undefined}
      onClick={() => {
        if (!isBlocked) onPress()
      }}
    >
      <Icon className={classNames('icon', styles.solid, iconClassName)} aria-hidden />
    </IconButton>
  )
}

export function PreviousButton(props: ControlProps) {
  const previous = () => getPlayer().previous()
  return <SkipButton label="Vorheriger Track" Icon={SkipBack} onPress={previous} {...props} />
}

export function NextButton(props: ControlProps) {
  return (
    <SkipButton label="Nächster Track" Icon={SkipForward} onPress={() => getPlayer().next()} {...props} />
  )
}

/** Replaces a button that does nothing in a listening room, which determines the order; in a premiere there is none. */
function OffInRoom({ label, Icon, className }: ControlProps & { label: string; Icon: typeof Shuffle }) {
  const room = use(PlayerRoomContext)
  if (room?.isPremiere === true) return null
  return (
    <IconButton label={`${label}, im Hörraum aus`} className={classNames(styles.blocked, className)} disabled>
      <Icon className="icon" aria-hidden />
    </IconButton>
  )
}

export function ShuffleButton({ className }: ControlProps) {
  const isShuffled = usePlayer(({ order }) => order.isShuffled)
  const isSilent = useIsSilent()
  if (use(PlayerRoomContext)) return <OffInRoom label="Shuffle" Icon={Shuffle} className={className} />
  return (
    <IconButton
      label="Shuffle"
      pressed={isShuffled}
      className={className}
      disabled={isSilent}
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
  const isSilent = useIsSilent()
  if (use(PlayerRoomContext)) return <OffInRoom label="Wiederholen" Icon={Repeat} className={className} />
  const Icon = repeat === 'one' ? Repeat1 : Repeat
  return (
    <IconButton
      label={REPEAT_LABELS[repeat]}
      isOn={repeat !== 'off'}
      className={className}
      disabled={isSilent}
      onClick={() => getPlayer().cycleRepeat()}
    >
      <Icon className="icon" aria-hidden />
    </IconButton>
  )
}
