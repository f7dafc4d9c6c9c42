import { classNames } from '#ui/dom/class-names.ts'
import styles from './VideoText.module.css'

/** What a row says of a video or its file: its name on one line, and the facts below. */
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
