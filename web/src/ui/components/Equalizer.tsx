import { classNames } from '../dom/class-names.ts'
import styles from './Equalizer.module.css'

interface EqualizerProps {
  /** Stands still. */
  paused?: boolean
  className?: string | undefined
}

/** Three moving bars: this is what sounds. */
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
