import { classNames } from '../../dom/class-names.ts'
import styles from './Equalizer.module.css'

interface EqualizerProps {
  /** Stops the animation. */
  paused?: boolean
  className?: string | undefined
}

/** Three bars that move while a track is playing. */
export function Equalizer({ paused = false, className }: EqualizerProps) {
  return (
    <span className={classNames(styles.equalizer, paused && styles.paused, className)}>
      <i />
      <i />
      <i />
      <span className="sr">{paused ? 'Pausiert' : 'Spielt ab'}</span>
    </span>
  )
}
