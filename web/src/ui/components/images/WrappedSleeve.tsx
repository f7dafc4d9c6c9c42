import { classNames } from '../../dom/class-names.ts'
import styles from './WrappedSleeve.module.css'

interface WrappedSleeveProps {
  title: string
  /** The line below the title, such as `Premiere 30.11.2024`. */
  line: string
  /** Whether the animation runs in which the paper slides off. */
  falls?: boolean
  onFallen?: (() => void) | undefined
}

/** The picture of an album before its premiere: a sleeve wrapped in paper, with a seal of the archive. */
export function WrappedSleeve({ title, line, falls = false, onFallen }: WrappedSleeveProps) {
  return (
    <span className={classNames(styles.wrap, falls && styles.falls)} onAnimationEnd={onFallen}>
      <span className={styles.seal} aria-hidden>
        <svg viewBox="0 0 32 32" aria-hidden>
          <path fill="currentColor" d="M16 6a6 6 0 0 1 3.4 10.95L21.6 26H10.4l2.2-9.05A6 6 0 0 1 16 6Z" />
        </svg>
      </span>
      <span className={styles.print}>
        <b dir="auto">{title}</b>
        <span>{line}</span>
      </span>
    </span>
  )
}
