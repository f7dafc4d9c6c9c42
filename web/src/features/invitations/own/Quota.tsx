import { formatNumber } from '#format.ts'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './Quota.module.css'

/** With more invitations than this, only the numbers are shown. */
const TAGS_MAX = 12

/** How many invitations are left, as paper tags; the used ones are grey. */
export function Quota({ left, quota }: { left: number; quota: number }) {
  const used = quota - left
  return (
    <p className={styles.quota}>
      {quota <= TAGS_MAX && (
        <span className={styles.tags} aria-hidden>
          {Array.from({ length: quota }, (_, index) => (
            <i key={index} className={classNames(index < used && styles.used)} />
          ))}
        </span>
      )}
      <span>
        <b>{formatNumber(left)}</b> von {formatNumber(quota)} <span className="sr">Einladungen </span>übrig
      </span>
    </p>
  )
}
