import Volume from 'lucide-react/icons/volume'
import Volume1 from 'lucide-react/icons/volume-1'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Slider } from '#ui/components/controls/Slider.tsx'
import { getPlayer, usePlayer } from '../engine/player-instance.ts'
import { canSetVolume, volumeLevel } from '../engine/volume.ts'
import styles from './VolumeControl.module.css'

const ICONS = { muted: VolumeX, low: Volume, middle: Volume1, high: Volume2 } as const

/** A slider for the volume, 0 to 1 in steps of 0.01, and a mute button. Unmuting restores the volume. */
export function VolumeControl({ className }: { className?: string | undefined }) {
  const volume = usePlayer((state) => state.volume)
  const isMuted = usePlayer((state) => state.isMuted)
  const level = volumeLevel(volume, isMuted)
  const Icon = ICONS[level]
  const shown = isMuted ? 0 : volume
  return (
    <div className={classNames(styles.volume, className)}>
      <IconButton
        label={level === 'muted' ? 'Ton einschalten' : 'Stumm schalten'}
        onClick={() => getPlayer().toggleMute()}
      >
        <Icon className="icon" aria-hidden />
      </IconButton>
      {canSetVolume() && (
        <Slider
          label="Lautstärke"
          value={shown}
          max={1}
          step={0.01}
          keyStep={0.05}
          valueText={`${Math.round(shown * 100)} %`}
          onChange={(value) => getPlayer().setVolume(value)}
        />
      )}
    </div>
  )
}
