import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import styles from './LoadingRows.module.css'

const ROWS = 3

/** The skeleton of the table while it is loading. */
export function LoadingRows() {
  return (
    <output>
      <span className="sr">App-Passwörter laden</span>
      {Array.from({ length: ROWS }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- fixed positions
        <span key={index} className={styles.row}>
          <Skeleton width="2.25rem" height="2.25rem" />
          <span className={styles.texts}>
            <Skeleton width="38%" height="0.875rem" />
            <Skeleton width="24%" height="0.75rem" />
          </span>
        </span>
      ))}
    </output>
  )
}
