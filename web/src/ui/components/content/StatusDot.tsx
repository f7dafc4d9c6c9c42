import { classNames } from '../../dom/class-names.ts'
import styles from './StatusDot.module.css'

/**
 * A dot in the colour of a state. The state is also written beside it, so the dot is hidden from screen readers.
 * Without `tone` it is neutral.
 */
export function StatusDot({ tone }: { tone?: 'good' | 'busy' | 'bad' | undefined }) {
  return <span className={classNames(styles.dot, tone && styles[tone])} aria-hidden />
}
