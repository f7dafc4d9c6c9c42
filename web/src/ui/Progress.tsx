import styles from './Progress.module.css'

interface ProgressProps {
  label: string
  /** 0 to 1. */
  value: number
}

export function Progress({ label, value }: ProgressProps) {
  const percent = Math.round(Math.min(Math.max(value, 0), 1) * 100)
  return (
    <span
      className={styles.progress}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span className={styles.bar} style={{ width: `${percent}%` }} />
    </span>
  )
}
