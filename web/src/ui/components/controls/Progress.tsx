import styles from './Progress.module.css'

interface ProgressProps {
  label: string
  /** 0 to 1. */
  value: number
}

export function Progress({ label, value }: ProgressProps) {
  return <progress className={styles.progress} aria-label={label} value={value} max={1} />
}
