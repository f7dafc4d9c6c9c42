import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import styles from './MessagesSkeleton.module.css'

const WIDTHS = ['62%', '44%', 'own', '70%', '38%'] as const

/** Placeholders of messages that are loading. */
export function MessagesSkeleton() {
  return (
    <div className={styles.messages}>
      <output className="sr">Nachrichten werden geladen</output>
      {WIDTHS.map((width) =>
        width === 'own' ? (
          <div key={width} className={styles.own}>
            <Skeleton width="56%" height="2.5rem" style={{ borderRadius: 12 }} />
          </div>
        ) : (
          <div key={width}>
            <Skeleton width="2.25rem" height="2.25rem" style={{ borderRadius: '50%' }} />
            <Skeleton width={width} height="2.5rem" style={{ borderRadius: 12 }} />
          </div>
        ),
      )}
    </div>
  )
}
