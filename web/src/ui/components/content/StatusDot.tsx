import { classNames } from '../../dom/class-names.ts'
import styles from './StatusDot.module.css'

/** The colour of a state that is also written beside it; without `tone` nothing is going on. */
export function StatusDot({ tone }: { tone?: 'good' | 'busy' | 'bad' | undefined }) {
  return <span className={classNames(styles.dot, tone && styles[tone])} aria-hidden />
}
