import { classNames } from '../../dom/class-names.ts'
import styles from './Spinner.module.css'

interface SpinnerProps {
  large?: boolean
  /** Whether the spinner has the colour of the surrounding text, as on a filled button. */
  onFill?: boolean
}

/** An activity indicator; hidden from screen readers, because there is always a text beside it. */
export function Spinner({ large = false, onFill = false }: SpinnerProps) {
  return (
    <span
      className={classNames(styles.spinner, large && styles.large, onFill && styles['on-fill'])}
      aria-hidden
    />
  )
}
