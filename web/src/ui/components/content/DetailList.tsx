import type { ReactNode } from 'react'
import styles from './DetailList.module.css'

/** A list of `Detail`s. */
export function DetailList({ children }: { children: ReactNode }) {
  return <dl className={styles.details}>{children}</dl>
}

/** A term and its value, joined by a dotted line. */
export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
