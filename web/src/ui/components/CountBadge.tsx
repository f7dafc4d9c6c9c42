import type { ReactNode } from 'react'
import { classNames } from '../dom/class-names.ts'
import styles from './CountBadge.module.css'

/** A number of things that wait. */
export function CountBadge({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <span className={classNames(styles.badge, className)}>{children}</span>
}
