import { classNames } from '../dom/class-names.ts'
import styles from './Spinner.module.css'

interface SpinnerProps {
  large?: boolean
  /** In the colour of the text around it, as on a filled button. */
  onFill?: boolean
}

/** Says that something is at work; silent to screen readers, the text beside it speaks. */
export function Spinner({ large = false, onFill = false }: SpinnerProps) {
  return (
    <span
      className={classNames(styles.spinner, large && styles.large, onFill && styles['on-fill'])}
      aria-hidden
    />
  )
}
