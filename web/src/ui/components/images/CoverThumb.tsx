import { classNames } from '../../dom/class-names.ts'
import { Cover } from './Cover.tsx'
import styles from './CoverThumb.module.css'
import { Equalizer } from './Equalizer.tsx'

interface CoverThumbProps {
  src: string
  /** Set for the current track, whose cover shows whether it is playing. */
  state?: 'playing' | 'paused' | undefined
}

/** A small cover at the beginning of a row. */
export function CoverThumb({ src, state }: CoverThumbProps) {
  return (
    <span className={classNames(styles.thumb, state !== undefined && styles.current)}>
      <Cover src={src} size={44} fixed />
      {state !== undefined && <Equalizer paused={state === 'paused'} className={styles.sign} />}
    </span>
  )
}
