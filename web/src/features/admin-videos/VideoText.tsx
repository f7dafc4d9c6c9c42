import { classNames } from '#ui/dom/class-names.ts'
import styles from './VideoText.module.css'

/** The text of a row for a video or file: its name on one line, and details below. */
export function VideoText({ title, details }: { title: string; details: string }) {
  return (
    <div className={styles.text}>
      <p className={classNames('truncate', styles.title)} title={title}>
        {title}
      </p>
      <p className={styles.details}>{details}</p>
    </div>
  )
}
